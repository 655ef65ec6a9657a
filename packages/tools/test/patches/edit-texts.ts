// Edits such as people and programs make: lines in, out, changed, doubled; other line ends, a byte order mark, no last newline.
import type { Dice } from './dice.ts'

const ODD_LINES = [
  '',
  '\t',
  'déjà vu',
  '漢字 🙂',
  ' trailing  ',
  '\ufeffmark inside',
  '-- ',
  '--- a/x',
  '+++ b/x',
  '@@ -1,2 +1,2 @@',
  '\\ No newline',
  '}',
]

export function editLines(text: string, dice: Dice, edits: number): string {
  const lines = text.split('\n')
  for (let edit = 0; edit < edits; edit++) {
    const at = dice.below(lines.length)
    const count = 1 + dice.below(3)
    dice.pick([
      () => lines.splice(at, 0, ...newLines(dice, count)),
      () => lines.splice(at, count),
      () => lines.splice(at, count, ...newLines(dice, count)),
      () => lines.splice(at, 1, `${lines[at]} // changed`),
      () => lines.splice(at, 0, ...lines.slice(at, at + count)),
      () => lines.splice(dice.below(lines.length), 0, ...lines.slice(at, at + 4 + dice.below(9))),
    ])()
  }
  return lines.join('\n')
}

const newLines = (dice: Dice, count: number): string[] =>
  Array.from({ length: count }, () => (dice.oneIn(3) ? dice.pick(ODD_LINES) : `const value${dice.below(1_000)} = ${dice.below(9)}`))

/** So few different lines that every hunk fits in several places. */
export const alikeLines = (dice: Dice): string =>
  Array.from({ length: 20 + dice.below(60) }, () => `${dice.pick(['a', 'b', '}'])}\n`).join('')

/** What is true of a whole file, before it is edited. */
export function disguise(text: string, dice: Dice): string {
  const ended = dice.oneIn(4) ? text.replace(/\n+$/, '') : text
  const crlf = dice.oneIn(5) ? ended.replaceAll('\n', '\r\n') : ended
  return dice.oneIn(8) ? `\ufeff${crlf}` : crlf
}

/** As `disguise`, but as an edit: the last newline comes or goes, or some line ends change. */
export function changeEnds(text: string, dice: Dice): string {
  if (dice.oneIn(8)) return text.endsWith('\n') ? text.slice(0, -1) : `${text}\n`
  if (dice.oneIn(12)) return text.replaceAll(/(?<!\r)\n/g, () => (dice.oneIn(9) ? '\r\n' : '\n'))
  return text
}

/** Each count as models get it wrong: a few too many or too few, or none at all. The numbers of the lines stay. */
export const miscountLines = (diff: string, dice: Dice): string =>
  diff.replaceAll(HUNK_HEADER, (_, old, oldCount = ',1', next, nextCount = ',1') => {
    const wrong = (count: string) => (dice.oneIn(6) ? '' : `,${Math.max(0, Number(count.slice(1)) + dice.below(7) - 3)}`)
    return `@@ -${old}${wrong(oldCount)} +${next}${wrong(nextCount)} @@`
  })

const HUNK_HEADER = /^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@/gm

/** Line numbers as a model counts them: all off by the same, or each by something else. */
export function miscount(diff: string, dice: Dice): string {
  if (!dice.oneIn(4)) return diff
  const offset = dice.below(60)
  const isEach = dice.oneIn(2)
  return diff.replaceAll(HUNK_HEADER, (header, old, oldCount = '', next, nextCount = '') => {
    if (Number(old) < 2 || Number(next) < 2) return header
    const added = isEach ? dice.below(80) - 40 : offset
    return `@@ -${Number(old) + (isEach ? 0 : offset)}${oldCount} +${Math.max(1, Number(next) + added)}${nextCount} @@`
  })
}
