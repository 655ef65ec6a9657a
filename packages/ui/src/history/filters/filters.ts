// The filters of the history. They are in the address, beside the open call, so that reload, back and links keep them:
// `#/history/<call or "all">/<filters>`.
import { queryOfStanding, RISKS, STANDINGS, type StandingName } from '@countersign/protocol'
import { hrefOf } from '../../shared/browser/route.ts'

export const PERIODS = ['hour', 'day', 'week', 'month', 'custom'] as const
export type Period = (typeof PERIODS)[number]

/** An empty text is "any". */
export interface Filters {
  readonly search: string
  readonly tool: string
  readonly risk: '' | (typeof RISKS)[number]
  readonly status: '' | StandingName
  /** Empty: all agents, but not the person's own calls from the page; else `operator`, `everybody`, or the name of an agent after `@`. */
  readonly who: string
  readonly period: '' | Period
  /** In the person's time zone, as a date field gives them; only with `custom`. */
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: Filters = { search: '', tool: '', risk: '', status: '', who: '', period: '', from: '', to: '' }

export interface HistoryPlace {
  readonly callId: string | undefined
  readonly filters: Filters
}

const ALL = 'all'

export function parsePlace(rest: string): HistoryPlace {
  const [first = '', text = ''] = rest.split('/')
  const given = new URLSearchParams(text)
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | '' => values.find((value) => value === given.get(name)) ?? ''
  const filters: Filters = {
    search: given.get('search') ?? '',
    tool: given.get('tool') ?? '',
    risk: oneOf('risk', RISKS),
    status: oneOf('status', STANDINGS),
    who: given.get('who') ?? '',
    period: oneOf('period', PERIODS),
    from: given.get('from') ?? '',
    to: given.get('to') ?? '',
  }
  return { callId: first === '' || first === ALL ? undefined : first, filters }
}

export function placeOf({ callId, filters }: HistoryPlace): string {
  const text = textOf(filters)
  if (text === '') return callId ?? ''
  return `${callId ?? ALL}/${text}`
}

export const hrefOfPlace = (place: HistoryPlace): string => hrefOf('history', placeOf(place))

export const textOf = (filters: Filters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '') as [string, string][]).toString()

export const countOf = (filters: Filters): number =>
  Object.entries(filters).filter(([name, value]) => value !== '' && !PARTS.includes(name)).length

/** They belong to the period and are not counted as filters of their own. */
const PARTS = ['from', 'to']

const HOUR = 3_600_000
const LENGTHS: Readonly<Record<Exclude<Period, 'custom'>, number>> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
}

/** As a query for the server; `now` is the end of a period. */
export function queryOf(filters: Filters, now: number) {
  const { search, tool, risk, status, who, period, from, to } = filters
  const trimmed = search.trim().slice(0, 200)
  return {
    ...(trimmed && { search: trimmed }),
    ...(tool && { tool_name: tool }),
    ...(risk && { risk_level: risk }),
    ...(status && queryOfStanding(status)),
    ...whoQuery(who),
    ...(period && period !== 'custom' && { since: new Date(now - LENGTHS[period]).toISOString() }),
    ...(period === 'custom' && isTime(from) && { since: new Date(from).toISOString() }),
    ...(period === 'custom' && isTime(to) && { until: new Date(to).toISOString() }),
  }
}

function whoQuery(who: string): { made_by?: 'agents' | 'operator'; agent?: string } {
  if (who.startsWith('@')) return { agent: who.slice(1) }
  if (who === 'everybody') return {}
  return { made_by: who === 'operator' ? 'operator' : 'agents' }
}

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))
