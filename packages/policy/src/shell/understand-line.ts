// From a line to its simple commands, or a refusal. Two readers must agree, and constructs that neither knows are refused.

import { hasOddCharacters, sentence } from '@countersign/protocol'
import { printable, type Refused, refuse } from '../risk/index.ts'
import type { ParseShellLine } from './grammar-types.ts'
import type { Redirection, ShellWord, SimpleCommand } from './shell-command.ts'
import { SHELL_LIMITS } from './shell-limits.ts'
import { readTree } from './tree/read-tree.ts'
import type { TreeWalk } from './tree/tree-walk.ts'
import { readLine } from './words/read-line.ts'

const PLAINLY = sentence('advice.plain-commands')

/** Next to these, removing a line break could join two characters into one operator, or create a comment. */
const RISKY_CONTINUATION = /[^A-Za-z0-9_./,:=@%+ \t-]\\\n|\\\n[^A-Za-z0-9_./,:=@%+ \t\n-]/

export function understandLine(line: string, parse: ParseShellLine): TreeWalk | Refused {
  const text = refuseText(line)
  if (text) return text
  const root = parse(line)
  if (!root || root.hasError || root.isError || root.isMissing)
    return refuse('INVALID_ARGUMENTS', sentence('subject.line-not-understood'), PLAINLY)
  const walk = readTree(line, root)
  const [first] = walk.refusals
  if (first) return { refusal: first }
  return agrees(walk, readLine(line)) ? walk : refuse('INVALID_ARGUMENTS', sentence('subject.line-in-two-ways'), PLAINLY)
}

function refuseText(line: string): Refused | undefined {
  if (hasOddCharacters(line, { multiline: true }))
    return refuse('INVALID_ARGUMENTS', unseenCharacters(line), sentence('advice.plain-characters'))
  if (line.length > SHELL_LIMITS.maxLineCharacters)
    return refuse('INVALID_ARGUMENTS', sentence('subject.too-many-characters', { count: SHELL_LIMITS.maxLineCharacters }))
  if (line.trim() === '') return refuse('INVALID_ARGUMENTS', sentence('subject.line-empty'), PLAINLY)
  if (RISKY_CONTINUATION.test(line))
    return refuse('INVALID_ARGUMENTS', sentence('subject.line-break-after-backslash'), sentence('advice.one-line'))
  return undefined
}

const unseenCharacters = (line: string) =>
  sentence('subject.unseen-characters', { text: printable(line, 'characters that cannot be seen: ') })

function agrees(walk: TreeWalk, second: ReturnType<typeof readLine>): boolean {
  if (second === 'wrong') return false
  if (second === 'beyond') return walk.isBeyond
  return walk.isBeyond || JSON.stringify(walk.commands.map(essence)) === JSON.stringify(second.map(essence))
}

const essence = ({ assignments, words, redirections }: Pick<SimpleCommand, 'assignments' | 'words' | 'redirections'>) => [
  assignments.map(essenceOfWord),
  words.map(essenceOfWord),
  redirections.map(essenceOfRedirection),
]
const essenceOfWord = ({ value, dynamic }: ShellWord) => [value, ...dynamic]
const essenceOfRedirection = ({ operator, descriptor, target }: Redirection) => [operator, descriptor, target.value]
