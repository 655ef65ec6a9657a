// The filter bar of the history. On a phone only the search is always visible.
import { RISKS, STANDINGS } from '@countersign/protocol'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { countOf, type Filters, NO_FILTERS, PERIODS } from './filters.ts'
import { useKnownNames } from './use-known-names.ts'

const FIELD = 'min-h-8 rounded-md border border-strong-line bg-raised px-2 text-sm'
const TYPING_MILLISECONDS = 300

export interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
  readonly searchRef: Ref<HTMLInputElement>
}

export function FilterBar({ filters, onChange, searchRef }: FilterBarProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const count = countOf({ ...filters, search: '' })
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part })
  return (
    <search aria-label={t('history.filters')} className="flex flex-wrap items-center gap-2">
      <SearchField text={filters.search} onChange={(search) => change({ search })} fieldRef={searchRef} />
      <Button className="md:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal size={16} aria-hidden />
        {count > 0 ? t('history.filtersOn', { count }) : t('history.filters')}
      </Button>
      <div className={`w-full flex-wrap items-center gap-2 md:flex md:w-auto ${isOpen ? 'flex' : 'hidden'}`}>
        <Choices filters={filters} change={change} />
        {countOf(filters) > 0 && (
          <Button kind="quiet" onClick={() => onChange(NO_FILTERS)}>
            <X size={16} aria-hidden />
            {t('history.clear')}
          </Button>
        )}
      </div>
    </search>
  )
}

interface ChoicesProps {
  readonly filters: Filters
  readonly change: (part: Partial<Filters>) => void
}

function Choices({ filters, change }: ChoicesProps) {
  const { t } = useTranslation()
  const { tools, agents } = useKnownNames(filters)
  return (
    <>
      <Choice label={t('history.tool')} value={filters.tool} any={t('history.anyTool')} onChange={(tool) => change({ tool })}>
        {tools.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice
        label={t('history.risk')}
        value={filters.risk}
        any={t('history.anyRisk')}
        onChange={(risk) => change({ risk: risk as Filters['risk'] })}
      >
        {RISKS.map((risk) => (
          <option key={risk} value={risk}>
            {t(`approvals.risk.${risk}`)}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('history.status')}
        value={filters.status}
        any={t('history.anyStatus')}
        onChange={(status) => change({ status: status as Filters['status'] })}
      >
        {STANDINGS.map((status) => (
          <option key={status} value={status}>
            {t(`chat.status.${status}`)}
          </option>
        ))}
      </Choice>
      <Choice label={t('history.who')} value={filters.who} any={t('history.agents')} onChange={(who) => change({ who })}>
        {agents.map((name) => (
          <option key={name} value={`@${name}`}>
            {name}
          </option>
        ))}
        <option value="operator">{t('history.me')}</option>
        <option value="everybody">{t('history.everybody')}</option>
      </Choice>
      <PeriodChoice filters={filters} change={change} />
    </>
  )
}

function PeriodChoice({ filters, change }: ChoicesProps) {
  const { t } = useTranslation()
  const toPeriod = (period: string) => change({ period: period as Filters['period'], from: '', to: '' })
  return (
    <>
      <Choice label={t('history.time')} value={filters.period} any={t('history.anyTime')} onChange={toPeriod}>
        {PERIODS.map((period) => (
          <option key={period} value={period}>
            {t(`history.period.${period}`)}
          </option>
        ))}
      </Choice>
      {filters.period === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <label key={end} className="flex items-center gap-1 text-xs text-muted">
            {t(`history.${end}`)}
            <input
              type="datetime-local"
              value={filters[end]}
              onChange={({ currentTarget }) => change({ [end]: currentTarget.value })}
              className={`${FIELD} text-text`}
            />
          </label>
        ))}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  /** Its text when nothing is chosen. */
  readonly any: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, value, any, onChange, children }: ChoiceProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    className={`${FIELD} max-w-44 min-w-0 flex-auto ${value ? 'border-accent text-accent' : ''}`}
  >
    <option value="">{any}</option>
    {children}
  </select>
)

interface SearchFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly fieldRef: Ref<HTMLInputElement>
}

/** Queries the server when the person pauses, not at every key. */
function SearchField({ text, onChange, fieldRef }: SearchFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => onChange(typed), TYPING_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed, text, onChange])
  return (
    <label className="relative min-w-40 flex-1">
      <span className="sr-only">{t('history.search')}</span>
      <Search size={16} className="pointer-events-none absolute top-2 left-2 text-muted" aria-hidden />
      <input
        ref={fieldRef}
        type="search"
        maxLength={200}
        value={typed}
        placeholder={t('history.search')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        className={`${FIELD} w-full pl-8`}
      />
    </label>
  )
}
