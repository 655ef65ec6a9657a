// Which names a branch may have. Refused: what git itself refuses, and what a person or another program could misread.
import { type Sentence, sentence } from '@countersign/protocol'

const MAX_CHARACTERS = 200
const REFUSED_CHARACTERS = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}~^:?*[\\"'`$|;&<>(){}!]/u
const COMMIT = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/i

/** What is wrong with it; undefined if it is valid. */
export function problemOfBranchName(name: string): Sentence | undefined {
  if (name === '' || name.length > MAX_CHARACTERS) return sentence('problem.branch-name-length', { count: MAX_CHARACTERS })
  if (name.startsWith('-')) return sentence('problem.branch-name-dash')
  if (REFUSED_CHARACTERS.test(name)) return sentence('problem.branch-name-characters')
  if (name.includes('..') || name.includes('@{') || name.endsWith('.')) return sentence('problem.branch-name-dots')
  if (name.split('/').some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock')))
    return sentence('problem.branch-name-parts')
  if (/^(head|@)$/i.test(name) || name.startsWith('refs/') || COMMIT.test(name)) return sentence('problem.branch-name-other')
  return undefined
}
