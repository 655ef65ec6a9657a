// What was put away after a command, in sentences for the agent and the operator.
import { printableText } from '@countersign/policy'
import { noteLine, type Sentence, sentence } from '@countersign/protocol'
import { nameFromBytes, shownName } from '../../disk/names.ts'
import { isInPackages } from './find/package-folders.ts'
import type { FailedName, Settled, SettledName } from './put-away/settle-log.ts'

const MAX_LINES = 20

export function describeSettled({ away, failed }: Settled): string {
  const packages = away.filter(({ name, index }) => index === undefined && isInPackages(name))
  const others = away.filter((each) => !packages.includes(each))
  return [...shorten(failed.map(describeFailed)), ...shorten(others.map(describeAway)), ...describePackages(packages)]
    .map(noteLine)
    .join('')
}

const show = (name: string): string => printableText(shownName(name))

function describeAway({ name, beside, index }: SettledName): Sentence {
  if (index !== undefined)
    return sentence('note.entry-taken-out', { name: show(nameFromBytes(Buffer.from(name, 'latin1'))), index: show(index) })
  if (beside !== undefined) return sentence('note.renamed', { name: show(name), beside: show(beside) })
  return sentence('note.kept-apart', { name: show(name) })
}

const describeFailed = ({ name, why }: FailedName): Sentence => sentence('note.not-put-away', { name: show(name), why: printableText(why) })

/** Packages bring such files along by the hundred. */
function describePackages(names: readonly SettledName[]): Sentence[] {
  if (names.length <= 3) return names.map(describeAway)
  return [sentence('note.packages-kept-apart', { count: names.length, name: show(names[0]?.name ?? '') })]
}

const shorten = (lines: readonly Sentence[]): Sentence[] =>
  lines.length <= MAX_LINES
    ? [...lines]
    : [...lines.slice(0, MAX_LINES), sentence('note.more-like-these', { count: lines.length - MAX_LINES })]
