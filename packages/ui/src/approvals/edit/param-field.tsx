// One parameter in the form, by its type: text, number, boolean, list of texts. Other types can be edited only as JSON.
import { makeVisible } from '@countersign/protocol'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { VisibleText } from '../../shared/text/visible-text.tsx'

export interface ParamFieldProps {
  readonly name: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

const FIELD = 'field-sizing-content min-h-8 max-h-80 w-full rounded-md border border-strong-line bg-panel px-2 py-1 font-mono text-xs'

export function ParamField({ name, value, onChange }: ParamFieldProps) {
  const id = useId()
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-mono text-xs text-muted">
        {name}
      </label>
      {typeof value === 'string' && <TextField id={id} value={value} onChange={onChange} />}
      {typeof value === 'number' && (
        <input id={id} type="number" value={value} onChange={({ target }) => onChange(target.valueAsNumber || 0)} className={FIELD} />
      )}
      {typeof value === 'boolean' && (
        <input id={id} type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} className="size-4" />
      )}
      {isList && <ListField id={id} name={name} items={value} onChange={onChange} />}
      {!isList && typeof value === 'object' && <AsJson id={id} value={value} />}
    </div>
  )
}

function AsJson({ id, value }: { readonly id: string; readonly value: unknown }) {
  const { t } = useTranslation()
  return (
    <p id={id} className="font-mono text-xs text-muted [overflow-wrap:anywhere]">
      <VisibleText text={JSON.stringify(value)} /> · {t('approvals.edit.onlyJson')}
    </p>
  )
}

interface TextFieldProps {
  readonly id: string
  readonly label?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function TextField({ id, label, value, onChange }: TextFieldProps) {
  const hasOdd = makeVisible(value, { multiline: true }) !== value
  return (
    <>
      <textarea
        id={id}
        {...(label !== undefined && { 'aria-label': label })}
        rows={1}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={FIELD}
      />
      {hasOdd && (
        <p className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          <VisibleText text={value} multiline />
        </p>
      )}
    </>
  )
}

interface ListFieldProps {
  readonly id: string
  readonly name: string
  readonly items: readonly string[]
  readonly onChange: (items: readonly string[]) => void
}

function ListField({ id, name, items, onChange }: ListFieldProps) {
  const { t } = useTranslation()
  return (
    <div id={id} className="flex flex-col gap-1">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments have no other name than their place
        <div key={index} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <TextField
              id={`${id}-${index}`}
              label={`${name} ${index + 1}`}
              value={item}
              onChange={(changed) => onChange(items.with(index, changed))}
            />
          </div>
          <Button
            kind="quiet"
            label={t('approvals.edit.remove', { name: `${name} ${index + 1}` })}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            <X size={14} aria-hidden />
          </Button>
        </div>
      ))}
      <Button kind="quiet" className="self-start" onClick={() => onChange([...items, ''])}>
        <Plus size={14} aria-hidden />
        {t('approvals.edit.add', { name })}
      </Button>
    </div>
  )
}
