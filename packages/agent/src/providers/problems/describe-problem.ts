// Describes each problem to the person: what happened and what to do about it. The text never contains a key.
import { ModelError, type ModelProblem } from '../../model.ts'
import type { ModelSettings } from '../model-settings.ts'
import type { Case, Found } from './find-problem.ts'

const PROBLEMS: Partial<Record<Case, ModelProblem>> = { forbidden: 'key', cut: 'unreachable', silent: 'unreachable', failing: 'overloaded' }
const KNOWN: readonly ModelProblem[] = ['key', 'quota', 'overloaded', 'too-long', 'not-found', 'unreachable', 'other']
const DETAIL_CHARACTERS = 300

export function describeProblem(found: Found, settings: ModelSettings, tries: number): ModelError {
  const also = tries > 1 ? `, also after ${tries} tries` : ''
  const { subject, said } = { subject: `The model "${settings.name}" (${settings.provider})`, said: saidBy(found, settings) }
  const problem = PROBLEMS[found.is] ?? KNOWN.find((known) => known === found.is) ?? 'other'
  return new ModelError(problem, WORDS[found.is]({ subject, said, also, settings, found }))
}

interface ProblemContext {
  readonly subject: string
  readonly said: string
  readonly also: string
  readonly settings: ModelSettings
  readonly found: Found
}

const WORDS: Record<Case, (context: ProblemContext) => string> = {
  key: ({ subject, settings }) => `${subject} did not accept the API key. ${keyAdvice(settings)}`,
  forbidden: ({ subject, said, settings }) => `${subject} refused: the API key may not use it.${said} ${keyAdvice(settings)}`,
  quota: ({ subject, said }) =>
    `${subject} refused: the quota or the credit of its account is used up.${said} Fix that at the provider, or choose another model.`,
  overloaded: ({ subject, also, found }) =>
    `${subject} is overloaded or limits how often it may be asked${also}.${longWait(found)} Write again later, or choose another model.`,
  failing: ({ subject, said, also }) => `${subject} has a problem on its side${also}.${said} Write again later, or choose another model.`,
  'too-long': ({ subject }) =>
    `The conversation is too long for ${subject.replace('The', 'the')}. Begin a new session, or choose a model with a longer context.`,
  'not-found': ({ subject, said, settings }) =>
    `${subject} does not exist at ${settings.baseUrl}: it was asked for as "${settings.model}".${said} Correct \`model\` or \`base_url\` in the models file, or load the model there.`,
  unreachable: ({ subject, also, settings, found }) =>
    `${subject} cannot be reached at ${settings.baseUrl}${also} (${found.detail}). Is it running, and is \`base_url\` right?`,
  cut: ({ subject, also, settings }) =>
    `${subject} broke off before its answer was whole${also}. Write again; if it happens again, check that \`base_url\` (${settings.baseUrl}) is right, or choose another model.`,
  silent: ({ subject, also }) =>
    `${subject} said nothing for five minutes${also}. It may be too large for its machine, or the conversation may be too long: choose a smaller model or begin a new session.`,
  malformed: ({ subject, also, settings }) =>
    `${subject} answered with something that is no answer of a model${also}. Is \`provider\` right, and does \`base_url\` (${settings.baseUrl}) end as the provider says, often in /v1?`,
  empty: ({ subject, also }) => `${subject} gave an empty answer${also}. Write again, or choose another model.`,
  filtered: ({ subject }) => `${subject} was stopped by its provider's content filter. Say it in other words, or choose another model.`,
  'no-room': ({ subject }) =>
    `${subject} used up its output tokens before it said anything. Raise \`max_output_tokens\` in the models file, or choose another model.`,
  'no-tools': ({ subject, said }) =>
    `${subject} cannot call tools as it is served.${said} Choose a model that can, or turn tool calls on where it is served (docs/models.md).`,
  other: ({ subject, said }) => `${subject} refused the request.${said} See docs/models.md, or choose another model.`,
}

const keyAdvice = ({ keyFrom }: ModelSettings): string =>
  keyFrom
    ? `Put a good key into ${keyFrom} and start the server again.`
    : 'Name one with `api_key_env` or `api_key_file` in the models file.'

const longWait = ({ waitMilliseconds }: Found): string =>
  waitMilliseconds ? ` It asks to wait ${Math.ceil(waitMilliseconds / 1000)} seconds.` : ''

/** The provider's text is untrusted: it becomes one line of limited length, without the key. */
function saidBy({ detail }: Found, { apiKey }: ModelSettings): string {
  const plain = (apiKey ? detail.replaceAll(apiKey, '***') : detail).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  if (!plain) return ''
  const short = plain.length > DETAIL_CHARACTERS ? `${plain.slice(0, DETAIL_CHARACTERS)}…` : plain
  return ` It says: "${short}"`
}
