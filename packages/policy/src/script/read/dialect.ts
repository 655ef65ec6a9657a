// Shells read the same text differently. What only bash understands may be another command for `sh`, so there it is not understood.

import { expandBraces } from '../expand-braces.ts'
import { visit, wordsIn } from './agree.ts'
import type { Redirection, Statement, Word } from './script.ts'

export type Dialect = 'bash' | 'posix'

/** `function f` and a group on the next line run the group, `[[ a > b ]]` writes a file, `$'a\'; b'` ends earlier, `&>` runs in the background. */
export function isPlainPosix(script: Statement): boolean {
  let isPlain = true
  visit(script, (one) => {
    const odd = one.kind === 'test' || one.kind === 'arithmetic' || (one.kind === 'case' && one.branches.some(({ goesOn }) => goesOn))
    const defines = one.kind === 'function' && one.hasKeyword
    const lists = one.kind === 'command' && one.assignments.some(({ isList, appends }) => isList || appends)
    const redirects = 'redirections' in one && one.redirections.some(isOddRedirection)
    if (odd || defines || lists || redirects || wordsIn(one).some(isOddWord)) isPlain = false
  })
  return isPlain
}

const isOddRedirection = ({ operator, target }: Redirection): boolean =>
  /^(?:&>>?|<<<)$/.test(operator) || (/^[<>]&$/.test(operator) && !/^\d+$/.test(target.raw))

const isOddWord = (word: Word): boolean =>
  /\$['"]/.test(word.raw) || word.parts.some(({ kind }) => kind === 'process' || kind === 'expansion') || expandBraces(word)?.length !== 1
