// undo: the person restores what one earlier call changed. It passes the same checks and is recorded like any call.
import { rate } from '@countersign/policy'
import { executionId, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { formatCount } from '../words/text.ts'
import { textPreview } from '../words/text-preview.ts'

const input = z.strictObject({ tool_id: executionId.describe('The call whose changes are put back') })

const output = z.strictObject({
  success: z.literal(true),
  tool_id: z.string(),
  /** Files that have their earlier content again. */
  restored: z.array(z.string()),
  /** Files that did not exist before and were removed again. */
  removed: z.array(z.string()),
})

const EXAMPLE_ID = '019b76da-a800-7845-b1e2-5e3e1e23944d'
const call = (tool_id: string): z.input<typeof input> => ({ tool_id })

export const undo = defineTool({
  name: 'undo',
  aliases: [],
  forModel: 'Put back what one earlier call changed. Only the operator can do this.',
  uses: ['undo'],
  forOperator: true,
  input,
  output,
  fails: ['NOT_FOUND', 'ALREADY_SETTLED', 'FILE_CHANGED', 'FILE_TOO_LARGE', 'PERMISSION_DENIED', 'INVALID_PATH', 'FILE_NOT_FOUND'],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge: ({ tool_id }) => rate([{ risk: 'MEDIUM', sentence: sentence('reason.puts-back', { call: tool_id }) }]),
  concerns: () => ({ paths: [], commands: [] }),
  ask: ({ tool_id }) => sentence('title.undo', { call: tool_id }),
  show: ({ tool_id }) => textPreview([sentence('preview.undo', { call: tool_id })]),
  run: async ({ tool_id }, host): Promise<z.input<typeof output>> => {
    const { restored, removed } = await host.undo.undo(tool_id)
    return { success: true, tool_id, restored: [...restored], removed: [...removed] }
  },
  report: ({ tool_id, restored, removed }) => {
    const parts = [
      ...(restored.length > 0 ? [`restored ${restored.join(', ')}`] : []),
      ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
    ]
    return `The call ${tool_id} is undone (${formatCount(restored.length + removed.length, 'name')}): ${parts.join('; ') || 'everything was as before already'}.`
  },
  examples: [
    {
      title: 'a write',
      input: call(EXAMPLE_ID),
      given: { 'notes.md': 'one\n' },
      after: { tool_id: EXAMPLE_ID, tool_name: 'write_file', tool_params: { path: 'notes.md', content: 'two\n' } },
      risk: 'MEDIUM',
    },
    { title: 'a call of which nothing is kept', input: call(EXAMPLE_ID), refuses: 'NOT_FOUND' },
  ],
})
