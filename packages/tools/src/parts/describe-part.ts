// What the operator kept of a change, for the agent that made the call: hunk by hunk, with the lines that were not kept and the operator's
// comments, quoted.
import { isChangedLine } from '@countersign/protocol'
import { quote, quoteOperator } from '../words/quote-operator.ts'
import { boundText, formatCount } from '../words/text.ts'
import type { ChosenHunk, ChosenPart } from './choose-part.ts'

const MAX_LINES = 400
const MAX_CHARACTERS = 16 * 1024

export function describePart(part: ChosenPart): string {
  const { text, isCut } = boundText(part.hunks.flatMap(describeHunk).join('\n'), MAX_LINES, MAX_CHARACTERS)
  return [titleOf(part), text.trimEnd(), ...(isCut ? ['[… the rest is left out …]'] : [])].filter((line) => line !== '').join('\n')
}

function titleOf({ hunks, isNothing, isAll }: ChosenPart): string {
  if (isNothing) return 'The operator kept nothing of this change.'
  if (isAll) return 'The operator kept all of this change.'
  const count = (kind: ChosenHunk['isKept']): number => hunks.filter(({ isKept }) => isKept === kind).length
  const counts = `of ${formatCount(hunks.length, 'hunk')} ${count('whole')} whole, ${count('part')} in part, ${count('none')} not at all`
  return `The operator kept only a part of this change: ${counts}. What is not kept was not written; do not write it again unless asked to.`
}

function describeHunk({ shown, lines, isKept, comment }: ChosenHunk): string[] {
  const name = `Hunk ${shown.number} (${[shown.file.path, shown.header].filter(Boolean).join(', ')})`
  const said = comment === undefined ? [] : [quoteOperator(comment)]
  if (isKept === 'whole') return said.length > 0 ? [`${name}: kept.`, ...said] : []
  const dropped = shown.lines.filter((line, index) => isChangedLine(line) && !lines.has(index + 1))
  const title = isKept === 'none' ? `${name}: not kept` : `${name}: kept, without these lines`
  return [dropped.length > 0 ? quote(title, dropped.join('\n')) : `${title}.`, ...said]
}
