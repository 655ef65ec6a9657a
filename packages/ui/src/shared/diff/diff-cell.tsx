// One line of one side: number, sign, and coloured text. Long lines wrap, so that nothing is out of sight.
import type { Token } from '../code/token.ts'
import { VisibleText } from '../text/visible-text.tsx'
import { LineToggle, type RowChoice } from './line-toggle.tsx'
import type { DiffRow } from './parse-diff.ts'

const SIGNS = { added: '+', removed: '-', context: ' ', hunk: '', note: '', file: '' } as const
const COLOURS = {
  added: 'bg-added',
  removed: 'bg-removed',
  context: '',
  hunk: 'bg-sunken text-muted',
  note: 'text-muted italic',
  file: 'bg-sunken font-semibold',
} as const

export interface DiffCellProps {
  readonly row: DiffRow
  readonly tokens: readonly Token[] | undefined
  /** The line numbers before it. */
  readonly numbers: readonly (number | null)[]
  /** The row of the diff. */
  readonly index: number
  readonly choice?: RowChoice | undefined
}

export function DiffCell({ row, tokens, numbers, index: at, choice }: DiffCellProps) {
  const isChange = row.kind === 'added' || row.kind === 'removed'
  // A removal that is dropped leaves the line in the file: it looks like context.
  const isDropped = isChange && choice?.isDropped(at) === true
  const isLine = row.before !== null || row.after !== null
  return (
    <div className={`flex min-w-0 ${isDropped ? 'bg-sunken' : COLOURS[row.kind]}`} data-kind={row.kind}>
      {choice && (isChange ? <LineToggle row={row} at={at} choice={choice} /> : <span className="w-7 shrink-0" />)}
      {isLine &&
        numbers.map((number, index) => (
          <LineNumber key={index === 0 ? 'first' : 'second'} number={number} isSpare={numbers.length > 1 && index === 0} />
        ))}
      <span
        className={`min-w-0 flex-1 pr-2 break-words whitespace-pre-wrap [overflow-wrap:anywhere] ${isLine ? 'pl-4 -indent-3' : 'px-2'} ${isDropped && row.kind === 'added' ? 'text-muted line-through' : ''}`}
      >
        {isLine && <span className="inline-block w-3 indent-0 text-muted select-none">{SIGNS[row.kind]}</span>}
        <RowText text={row.text} tokens={tokens} />
      </span>
    </div>
  )
}

const RowText = ({ text, tokens }: { readonly text: string; readonly tokens: readonly Token[] | undefined }) =>
  tokens ? (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name than their place
    tokens.map((token, index) => <Coloured key={index} token={token} />)
  ) : (
    <VisibleText text={text} multiline />
  )

/** A phone has no room for the old line numbers. */
const LineNumber = ({ number, isSpare }: { readonly number: number | null; readonly isSpare: boolean }) => (
  <span className={`w-9 shrink-0 pr-1.5 text-right text-muted select-none ${isSpare ? 'max-sm:hidden' : ''}`} aria-hidden>
    {number}
  </span>
)

const Coloured = ({ token: { text, className } }: { readonly token: Token }) =>
  className === '' ? (
    <VisibleText text={text} multiline />
  ) : (
    <span className={className}>
      <VisibleText text={text} multiline />
    </span>
  )
