// The parameters of a call: short ones beside their names, long ones below them, patches as patches.
import { useTranslation } from 'react-i18next'
import { DiffLines } from '../shared/diff/diff-lines.tsx'
import { TextBlock } from '../shared/text/text-block.tsx'
import { VisibleText } from '../shared/text/visible-text.tsx'

const SHORT_CHARACTERS = 100
/** A longer patch is shown as plain text, which can be cut. */
const MAX_DIFF_CHARACTERS = 50_000

export function CallParameters({ params }: { readonly params: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const entries = Object.entries(params).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return <p className="text-xs text-muted">{t('chat.noParameters')}</p>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {entries.map(([name, value]) => (
        <Parameter key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function Parameter({ name, value }: { readonly name: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  const isShort = text.length <= SHORT_CHARACTERS && !text.trimEnd().includes('\n')
  return (
    <>
      <dt className={`font-mono text-muted ${isShort ? '' : 'col-span-2'}`}>{name}</dt>
      <dd className={`min-w-0 ${isShort ? 'font-mono break-words whitespace-pre-wrap' : 'col-span-2'}`}>
        {isShort ? <Short text={text} /> : <Long name={name} text={text} />}
      </dd>
    </>
  )
}

/** Most files end with a newline, so the last one is not shown as a line. */
function Short({ text }: { readonly text: string }) {
  const isLine = text.endsWith('\n')
  return (
    <>
      <VisibleText text={isLine ? text.slice(0, -1) : text} />
      {isLine && <span className="text-muted">↵</span>}
    </>
  )
}

const Long = ({ name, text }: { readonly name: string; readonly text: string }) =>
  name === 'diff' && text.length <= MAX_DIFF_CHARACTERS ? <DiffLines diff={text} label={name} /> : <TextBlock label={name} text={text} />
