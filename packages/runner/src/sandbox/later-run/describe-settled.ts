// What was put away after a command, in sentences for the agent and the operator.
import { printableText } from '@countersign/policy'
import { nameFromBytes, shownName } from '../../disk/names.ts'
import { isInPackages } from './find/package-folders.ts'
import type { FailedName, Settled, SettledName } from './put-away/settle-log.ts'

const MAX_LINES = 20
const LATER = 'would be run or obeyed later outside the sandbox'

export function describeSettled({ away, failed }: Settled): string {
  const packages = away.filter(({ name, index }) => index === undefined && isInPackages(name))
  const others = away.filter((each) => !packages.includes(each))
  const lines = [...shorten(failed.map(describeFailed)), ...shorten(others.map(describeAway)), ...describePackages(packages)]
  return lines.map((line) => `[countersign] ${line}\n`).join('')
}

const show = (name: string): string => printableText(shownName(name))

function describeAway({ name, beside, index }: SettledName): string {
  if (index !== undefined)
    return `${show(nameFromBytes(Buffer.from(name, 'latin1')))} stood in ${show(index)} as another repository, which ${LATER}; the entry was taken out.`
  if (beside !== undefined)
    return `${show(name)} ${LATER}; it could not be moved to quarantine and is now called ${show(beside)}, which nothing obeys.`
  return `${show(name)} ${LATER}; it is kept apart for the operator to look at.`
}

const describeFailed = ({ name, why }: FailedName): string =>
  `ATTENTION: ${show(name)} may hold what ${LATER}, and could not be put away (${printableText(why)}). Remove it before you use git, an editor or a shell here. It is tried again before the next command and at the next start of the runner.`

/** Packages bring such files along by the hundred. */
function describePackages(names: readonly SettledName[]): string[] {
  if (names.length === 0) return []
  if (names.length <= 3) return names.map(describeAway)
  return [
    `${names.length} files and folders in packages (the first is ${show(names[0]?.name ?? '')}) ${LATER}; they are kept apart for the operator to look at.`,
  ]
}

const shorten = (lines: readonly string[]): string[] =>
  lines.length <= MAX_LINES ? [...lines] : [...lines.slice(0, MAX_LINES), `And ${lines.length - MAX_LINES} more like these.`]
