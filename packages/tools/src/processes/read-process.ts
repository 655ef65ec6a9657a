// read_process: the output of a process of run_persistent, from a byte offset on, and whether it is still running.

import { rate } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { boundText } from '../words/text.ts'
import { describeEnd } from './describe-end.ts'
import { processName } from './process-name.ts'

const encoder = new TextEncoder()
const WAITS = ' and waits for input. The operator is asked for it; write_process can give it too'

export const readProcess = defineTool({
  name: 'read_process',
  aliases: [],
  forModel:
    'Read what a process of run_persistent has printed, both streams in the order in which they came. Give the `next` of the last answer as `after` to get only what is new.',
  uses: ['persistent:read'],
  input: z.strictObject({
    process_id: processName,
    after: z.int().min(0).default(0).describe('Byte offset; 0 is the beginning'),
  }),
  output: z.strictObject({
    success: z.literal(true),
    output: z.string(),
    next: z.int(),
    running: z.boolean(),
    /** It waits to read from its terminal; the operator is asked. */
    waits_for_input: z.literal(true).optional(),
    exit_code: z.int().optional(),
    signal: z.string().optional(),
    /** Bytes before `output` that are no longer stored. */
    dropped: z.int().optional(),
  }),
  fails: ['NOT_FOUND'],
  usualRisk: 'LOW',
  idempotent: true,
  judge: () => rate([{ risk: 'LOW', sentence: sentence('reason.reads-process') }]),
  concerns: () => ({ paths: [], commands: [] }),
  ask: ({ process_id }) => sentence('title.read-process', { process: process_id }),
  run: async ({ process_id, after }, { persistent }) => {
    const { output, next, isRunning, waitsForInput, exitCode, signal, dropped } = await persistent.read({ processId: process_id, after })
    return {
      success: true as const,
      output,
      next,
      running: isRunning,
      ...(waitsForInput && { waits_for_input: true as const }),
      ...(exitCode !== null && { exit_code: exitCode }),
      ...(signal !== null && { signal }),
      ...(dropped > 0 && { dropped }),
    }
  },
  report: ({ output, next, running, waits_for_input, exit_code, signal, dropped }, { process_id }) => {
    const { text, isCut } = boundText(output)
    const place = next - encoder.encode(output.slice(text.length)).length
    return [
      dropped ? `[${dropped} bytes before this are no longer kept.]\n` : '',
      text || '[Nothing new was printed.]',
      text.endsWith('\n') ? '' : '\n',
      `[${process_id} ${running ? `is running${waits_for_input ? WAITS : ''}` : `has ended${describeEnd(exit_code, signal)}`}. `,
      isCut ? `There is more: read_process with after ${place}.]` : `To read what comes next: after ${place}.]`,
    ].join('')
  },
  examples: [
    {
      title: 'from the beginning',
      input: { process_id: 'log' },
      given: { 'a.md': 'one\n' },
      running: { log: 'tail -f a.md' },
      risk: 'LOW',
    },
    {
      title: 'what is new',
      input: { process_id: 'log', after: 4 },
      given: { 'a.md': 'one\n' },
      running: { log: 'tail -f a.md' },
      risk: 'LOW',
    },
    { title: 'one that was never started', input: { process_id: 'web' }, refuses: 'NOT_FOUND' },
  ],
})
