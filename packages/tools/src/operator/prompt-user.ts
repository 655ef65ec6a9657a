// prompt_user: asks a question in the agent's own words, with actions to choose from. Its answer approves nothing.
import { type Judgement, rate, refuse } from '@countersign/policy'
import { DISMISSED, Failure, LIMITS, type QuestionAnswer, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineQuestion } from '../define-tool.ts'
import { quote, quoteOperator } from '../words/quote-operator.ts'

const MAX_ACTIONS = 20
const MAX_ACTION_CHARACTERS = 200

const input = z.strictObject({
  message: z.string().min(1).max(LIMITS.maxUserMessageCharacters).describe('The question; the operator sees that you wrote it'),
  actions: z
    .array(z.string().min(1).max(MAX_ACTION_CHARACTERS))
    .min(1)
    .max(MAX_ACTIONS)
    .describe(`What the operator can choose; each only once, and not "${DISMISSED}"`),
})
type Input = z.output<typeof input>

const output = z.strictObject({
  success: z.literal(true),
  /** One of the actions, or `dismissed`. */
  action: z.string(),
  comment: z.string().optional(),
  /** Set if the answer came over the agent's own connection and not from the operator. */
  answered_at: z.literal('client').optional(),
})

/** Two actions that look the same to a person are the same. */
const looksOf = (action: string): string => action.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

function judge({ message, actions }: Input): Judgement {
  const looks = actions.map(looksOf)
  if (message.trim() === '' || looks.includes('')) return refuse('INVALID_ARGUMENTS', sentence('problem.words-needed'))
  if (looks.includes(DISMISSED)) return refuse('INVALID_ARGUMENTS', sentence('problem.reserved-action', { action: DISMISSED }))
  if (new Set(looks).size < looks.length) return refuse('INVALID_ARGUMENTS', sentence('problem.same-actions'))
  return rate([{ risk: 'LOW', sentence: sentence('reason.only-asks') }])
}

function settle({ actions }: Input, { action, comment, chunks_selected, chunk_comments }: QuestionAnswer): z.input<typeof output> {
  if (chunks_selected || chunk_comments) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('answer.no-hunks') })
  if (action !== DISMISSED && !actions.includes(action)) {
    throw new Failure('INVALID_ARGUMENTS', {
      subject: sentence('answer.choose-action', { actions: JSON.stringify([...actions, DISMISSED]) }),
    })
  }
  return { success: true, action, ...(comment !== undefined && { comment }) }
}

function reportOfClient(action: string, comment: string | undefined): string {
  const chosen = `Answered at the client, not by the operator on Countersign; it approves nothing. Chosen: ${JSON.stringify(action)}`
  return comment ? `${chosen}\n${quote('Written at the client', comment)}` : chosen
}

export const promptUser = defineQuestion({
  name: 'prompt_user',
  aliases: [],
  forModel: `Ask the operator a question and wait for the answer (up to ${LIMITS.questionSeconds} s): one of your actions, perhaps with a comment, or "${DISMISSED}". The answer approves nothing: tools that need an approval still ask.`,
  uses: [],
  input,
  output,
  fails: ['INVALID_ARGUMENTS', 'APPROVAL_TIMEOUT'],
  usualRisk: 'LOW',
  idempotent: true,
  judge,
  concerns: () => ({ paths: [], commands: [] }),
  ask: ({ actions }) => sentence('title.ask', { count: actions.length }),
  question: { show: ({ message, actions }) => ({ kind: 'question', message, actions }), settle, atClient: true },
  report: ({ action, comment, answered_at }) => {
    if (answered_at === 'client') return reportOfClient(action, comment)
    const chosen =
      action === DISMISSED
        ? 'The operator dismissed the question without choosing. That is no yes: go on without it, or do something else.'
        : `The operator chose: ${JSON.stringify(action)}`
    return comment ? `${chosen}\n${quoteOperator(comment)}` : chosen
  },
  examples: [
    {
      title: 'which database',
      input: { message: 'Which database do you want to use?', actions: ['SQLite', 'PostgreSQL'] },
      answer: { action: 'SQLite', comment: 'for now' },
      risk: 'LOW',
    },
    {
      title: 'nobody wants to choose',
      input: { message: 'Shall I go on?', actions: ['yes', 'no'] },
      answer: { action: DISMISSED },
      risk: 'LOW',
    },
    {
      title: 'an answer that was not offered',
      input: { message: 'Shall I go on?', actions: ['yes', 'no'] },
      answer: { action: 'perhaps' },
      refuses: 'INVALID_ARGUMENTS',
    },
    { title: 'the same action twice', input: { message: 'Shall I?', actions: ['yes', 'Yes '] }, refuses: 'INVALID_ARGUMENTS' },
    { title: 'a reserved word', input: { message: 'Shall I?', actions: ['yes', DISMISSED] }, refuses: 'INVALID_ARGUMENTS' },
  ],
})
