// Turns a question of the agent into a form for the client, and reads the reply. The text is marked as the agent's, and
// characters that could hide or reorder text are made visible, because a client may show it unchanged.
import { makeVisible } from '@countersign/policy'
import { type Approval, LIMITS, type QuestionAnswer } from '@countersign/protocol'
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server'
import * as z from 'zod'

export interface AskedForm {
  /** `refused`: why the previous answer was not accepted; empty the first time. */
  paramsOf(refused: string): ElicitRequestFormParams
  /** The answer to the question, or why it is not valid. */
  read(content: ElicitResult['content']): { readonly answer: QuestionAnswer } | { readonly refused: string }
}

const NOTE = 'The text below was written by the agent. Your answer goes to the agent and approves nothing.'

/** Undefined if a form cannot ask this question. */
export function formOf({ agent, preview }: Approval): AskedForm | undefined {
  if (preview?.kind !== 'question') return undefined
  const choices = preview.actions.map((action) => makeVisible(action))
  const content = z.strictObject({
    action: z.enum(choices, { error: `choose one of ${JSON.stringify(choices)}` }),
    comment: z.string().max(LIMITS.maxUserMessageCharacters).optional(),
  })
  const message = `${makeVisible(agent)} asks. ${NOTE}\n\n${makeVisible(preview.message, { multiline: true })}`
  return {
    paramsOf: (refused) => ({
      mode: 'form',
      message: refused ? `That answer was not taken: ${refused}\n\n${message}` : message,
      requestedSchema: schemaFor(choices),
    }),
    read: (given) => {
      const { success, data, error } = content.safeParse(given ?? {})
      if (!success) return { refused: error.issues.map(({ path, message: why }) => `${path.join('.') || 'answer'}: ${why}`).join('; ') }
      const action = preview.actions[choices.indexOf(data.action)] as string
      return { answer: { action, cover_high: false, ...(data.comment && { comment: data.comment }) } }
    },
  }
}

const schemaFor = (choices: readonly string[]): ElicitRequestFormParams['requestedSchema'] => ({
  type: 'object',
  properties: {
    action: { type: 'string', title: 'Answer', enum: [...choices] },
    comment: { type: 'string', title: 'Comment', description: 'If you like', maxLength: LIMITS.maxUserMessageCharacters },
  },
  required: ['action'],
})
