// Which names a branch may have. Refused: what git itself refuses, and what a person or another program could misread.

const MAX_CHARACTERS = 200
const REFUSED_CHARACTERS = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}~^:?*[\\"'`$|;&<>(){}!]/u
const COMMIT = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/i

/** What is wrong with it; undefined if it is valid. */
export function problemOfBranchName(name: string): string | undefined {
  if (name === '' || name.length > MAX_CHARACTERS) return `a branch has a name of 1 to ${MAX_CHARACTERS} characters`
  if (name.startsWith('-')) return 'the name of a branch does not begin with -'
  if (REFUSED_CHARACTERS.test(name)) return 'the name of a branch has no blanks, quotes, invisible or special characters'
  if (name.includes('..') || name.includes('@{') || name.endsWith('.'))
    return 'the name of a branch has no .. or @{ and does not end in a dot'
  if (name.split('/').some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock')))
    return 'no part of the name of a branch is empty, begins with a dot or ends in .lock'
  if (/^(head|@)$/i.test(name) || name.startsWith('refs/') || COMMIT.test(name))
    return 'git reads this name as something else than a branch'
  return undefined
}
