// process_input: a process of run_persistent waits for input, and the operator is asked for it. Only Countersign itself asks, when the
// runner reports that a process waits; no agent can call it. The answer goes to the process, never to the agent.
import { rate } from '@countersign/policy'
import { DISMISSED, END_PROCESS, executionId, Failure, LIMITS, type QuestionAnswer, SEND_INPUT, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineQuestion } from '../define-tool.ts'
import { processName } from './process-name.ts'

const input = z.strictObject({
  process_id: processName,
  tool_id: executionId.describe('The call that started the process'),
  wait_id: z.uuid(),
  command: z.string(),
  output: z.string().max(LIMITS.maxShownPromptCharacters).describe('The last lines that it printed'),
  secret: z.boolean().describe('What is typed is not shown'),
})
type Input = z.output<typeof input>

const output = z.strictObject({
  success: z.literal(true),
  action: z.enum([SEND_INPUT, END_PROCESS, DISMISSED]),
  /** Left out if it is a secret. */
  text: z.string().optional(),
})

function settle({ secret }: Input, answer: QuestionAnswer): z.input<typeof output> {
  const { action, text } = answer
  if (answer.chunks_selected || answer.chunk_comments) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('answer.no-hunks') })
  if (action !== SEND_INPUT && action !== END_PROCESS && action !== DISMISSED) {
    const actions = JSON.stringify([SEND_INPUT, END_PROCESS, DISMISSED])
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('answer.choose-action', { actions }) })
  }
  if (action === SEND_INPUT && text === undefined) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('answer.text-needed') })
  if (action !== SEND_INPUT && text !== undefined) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('answer.no-text') })
  return { success: true, action, ...(text !== undefined && !secret && { text }) }
}

export const processInput = defineQuestion({
  name: 'process_input',
  aliases: [],
  forModel: 'Asks the operator for the input that a process of run_persistent waits for. Countersign asks it by itself.',
  uses: [],
  input,
  output,
  fails: ['INVALID_ARGUMENTS', 'APPROVAL_TIMEOUT'],
  usualRisk: 'LOW',
  idempotent: true,
  byCountersign: true,
  judge: () => rate([{ risk: 'LOW', sentence: sentence('reason.only-asks') }]),
  concerns: () => ({ paths: [], commands: [] }),
  ask: ({ process_id }) => sentence('title.process-input', { process: process_id }),
  question: {
    show: ({ process_id, command, output: printed, secret }) => ({ kind: 'input', process_id, command, output: printed, secret }),
    settle,
    isSecret: ({ secret }) => secret,
  },
  report: ({ action }, { process_id }) =>
    action === SEND_INPUT ? `The operator typed an answer into ${process_id}.` : `The operator typed nothing into ${process_id}.`,
  examples: [
    {
      title: 'a name',
      input: example({ output: 'Name: ', secret: false }),
      answer: { action: SEND_INPUT, text: 'web-2' },
      risk: 'LOW',
    },
    { title: 'a password', input: example({ output: 'Password: ', secret: true }), answer: { action: SEND_INPUT, text: 'x' }, risk: 'LOW' },
    { title: 'the process is ended', input: example({ output: 'Go on? ', secret: false }), answer: { action: END_PROCESS }, risk: 'LOW' },
    {
      title: 'an answer without text',
      input: example({ output: 'Name: ', secret: false }),
      answer: { action: SEND_INPUT },
      refuses: 'INVALID_ARGUMENTS',
    },
  ],
})

function example(asked: Pick<z.input<typeof input>, 'output' | 'secret'>): z.input<typeof input> {
  return {
    process_id: 'setup',
    tool_id: '01890a5d-ac96-774b-bcce-b302099a8057',
    wait_id: '6f8d2e0a-3c11-4b3f-9a55-0f4f1d1f2a77',
    command: 'npm init',
    ...asked,
  }
}
