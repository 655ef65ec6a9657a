// Describes each problem to the person: what happened and what to do about it. The text never contains a key.
import { type Sentence, type SlotValue, sentence } from '@countersign/protocol'
import { ModelError, type ModelProblem } from '../../model.ts'
import type { ModelSettings } from '../model-settings.ts'
import type { Case, Found } from './find-problem.ts'

const PROBLEMS: Partial<Record<Case, ModelProblem>> = { forbidden: 'key', cut: 'unreachable', silent: 'unreachable', failing: 'overloaded' }
const KNOWN: readonly ModelProblem[] = ['key', 'quota', 'overloaded', 'too-long', 'not-found', 'unreachable', 'other']
const DETAIL_CHARACTERS = 300

export function describeProblem(found: Found, settings: ModelSettings, tries: number): ModelError {
  const also = tries > 1 ? sentence('model.also', { count: tries }) : ''
  const problem = PROBLEMS[found.is] ?? KNOWN.find((known) => known === found.is) ?? 'other'
  const model = { model: settings.name, provider: settings.provider }
  return new ModelError(problem, WORDS[found.is]({ model, said: saidBy(found, settings), also, settings, found }))
}

interface ProblemContext {
  readonly model: { readonly model: string; readonly provider: string }
  readonly said: SlotValue
  readonly also: SlotValue
  readonly settings: ModelSettings
  readonly found: Found
}

const WORDS: Record<Case, (context: ProblemContext) => Sentence> = {
  key: ({ model, settings }) => sentence('model.key', { ...model, advice: keyAdvice(settings) }),
  forbidden: ({ model, said, settings }) => sentence('model.forbidden', { ...model, said, advice: keyAdvice(settings) }),
  quota: ({ model, said }) => sentence('model.quota', { ...model, said }),
  overloaded: ({ model, also, found }) => sentence('model.overloaded', { ...model, also, wait: longWait(found) }),
  failing: ({ model, said, also }) => sentence('model.failing', { ...model, said, also }),
  'too-long': ({ model }) => sentence('model.too-long', model),
  'not-found': ({ model, said, settings }) => sentence('model.not-found', { ...model, url: settings.baseUrl, asked: settings.model, said }),
  unreachable: ({ model, also, settings, found }) =>
    sentence('model.unreachable', { ...model, url: settings.baseUrl, also, detail: found.detail }),
  cut: ({ model, also, settings }) => sentence('model.cut', { ...model, also, url: settings.baseUrl }),
  silent: ({ model, also }) => sentence('model.silent', { ...model, also }),
  malformed: ({ model, also, settings }) => sentence('model.malformed', { ...model, also, url: settings.baseUrl }),
  empty: ({ model, also }) => sentence('model.empty', { ...model, also }),
  filtered: ({ model }) => sentence('model.filtered', model),
  'no-room': ({ model }) => sentence('model.no-room', model),
  'no-tools': ({ model, said }) => sentence('model.no-tools', { ...model, said }),
  other: ({ model, said }) => sentence('model.other', { ...model, said }),
}

const keyAdvice = ({ keyFrom }: ModelSettings): Sentence =>
  keyFrom ? sentence('model.new-key', { source: keyFrom }) : sentence('model.name-key')

const longWait = ({ waitMilliseconds }: Found): SlotValue =>
  waitMilliseconds ? sentence('model.wait', { count: Math.ceil(waitMilliseconds / 1000) }) : ''

/** The provider's text is untrusted: it becomes one line of limited length, without the key. */
function saidBy({ detail }: Found, { apiKey }: ModelSettings): SlotValue {
  const plain = (apiKey ? detail.replaceAll(apiKey, '***') : detail).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  if (!plain) return ''
  const short = plain.length > DETAIL_CHARACTERS ? `${plain.slice(0, DETAIL_CHARACTERS)}…` : plain
  return sentence('model.said', { words: short })
}
