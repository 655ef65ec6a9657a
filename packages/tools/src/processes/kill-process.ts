// kill_process: ends a process of run_persistent with everything that it started. It asks the process to stop first, then forces it.

import { rate } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { describeEnd } from './describe-end.ts'
import { processName } from './process-name.ts'

export const killProcess = defineTool({
  name: 'kill_process',
  aliases: [],
  forModel: 'Stop a process of run_persistent with everything that it started. For one that has already ended, it says how it ended.',
  uses: ['persistent:end'],
  input: z.strictObject({ process_id: processName }),
  output: z.strictObject({
    success: z.literal(true),
    process_id: z.string(),
    exit_code: z.int().nullable(),
    /** The signal that ended it, if any. */
    signal: z.string().nullable(),
  }),
  fails: ['NOT_FOUND'],
  usualRisk: 'LOW',
  // By the time of a second run, the name may belong to another process.
  idempotent: false,
  judge: () => rate([{ risk: 'LOW', sentence: sentence('reason.ends-process') }]),
  concerns: () => ({ paths: [], commands: [] }),
  ask: ({ process_id }) => sentence('title.stop-process', { process: process_id }),
  run: async ({ process_id }, { persistent }) => {
    const { exitCode, signal } = await persistent.end(process_id)
    return { success: true as const, process_id, exit_code: exitCode, signal }
  },
  report: ({ process_id, exit_code, signal }) => `${process_id} has ended${describeEnd(exit_code, signal)}.`,
  examples: [
    { title: 'one that runs', input: { process_id: 'log' }, given: { 'a.md': '' }, running: { log: 'tail -f a.md' }, risk: 'LOW' },
    { title: 'one that was never started', input: { process_id: 'web' }, refuses: 'NOT_FOUND' },
  ],
})
