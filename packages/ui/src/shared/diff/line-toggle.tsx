// Keeps or drops one changed line of a diff: a checkbox at its beginning. Only the first of a diff is a stop of the Tab key; the arrow keys go
// from line to line.
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiffRow } from './parse-diff.ts'

export interface RowChoice {
  /** The first row that can be chosen. */
  readonly first: number
  isDropped(row: number): boolean
  toggle(row: number): void
}

export interface LineToggleProps {
  readonly row: DiffRow
  readonly at: number
  readonly choice: RowChoice
}

export function LineToggle({ row, at, choice }: LineToggleProps) {
  const { t } = useTranslation()
  const isKept = !choice.isDropped(at)
  const kind = row.kind === 'added' ? 'added' : 'removed'
  return (
    <label
      title={t(isKept ? 'approvals.part.dropLine' : 'approvals.part.keepLine')}
      className="flex w-7 shrink-0 cursor-pointer items-center justify-center self-stretch hover:bg-accent-soft has-focus-visible:bg-accent-soft"
    >
      <input
        type="checkbox"
        checked={isKept}
        onChange={() => choice.toggle(at)}
        aria-label={t(`approvals.part.line.${kind}`, { number: row.after ?? row.before ?? 0, text: row.text.slice(0, 200) })}
        data-line={at}
        tabIndex={at === choice.first ? 0 : -1}
        className="size-3.5 accent-accent"
      />
    </label>
  )
}

export function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const toggles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const at = toggles.indexOf(event.target as HTMLElement)
  const next = step === undefined || at < 0 ? undefined : toggles[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
