// All figures of growth as a table for a person.
import type { DeletionFigures } from './measure-deletion.ts'
import type { RequestTimes } from './measure-requests.ts'

const TITLE = 50

export function growthTable(times: readonly RequestTimes[], [few, many]: readonly [DeletionFigures, DeletionFigures]): string {
  const line = (title: string, cells: readonly string[]) => `${title.padEnd(TITLE)}${cells.map((cell) => cell.padStart(11)).join('')}`
  const row = (title: string, before: number, after: number, ratio = after / before) =>
    line(title, [before.toFixed(2), after.toFixed(2), `${ratio.toFixed(2)}×`])
  return [
    line('milliseconds of processor time', ['few calls', 'many', 'ratio']),
    ...times.map(({ title, few: before, many: after, ratio }) => row(title, before, after, ratio)),
    row('DELETE of the project', few.requestMilliseconds, many.requestMilliseconds),
    row('  and all of its removal', few.totalMilliseconds, many.totalMilliseconds),
    row('  longest standstill meanwhile (elapsed)', few.standstillMilliseconds, many.standstillMilliseconds),
  ].join('\n')
}
