// How much a process printed in all is told with its end. It goes into the record of the call, so that what is missing is known after
// the runner has forgotten the process.
import type { ProcessReport } from '@countersign/protocol'
import { LASTING_TOOLS } from '@countersign/tools'
import type { Work } from '../core.ts'
import { isLasting } from './end-processes.ts'

export async function noteOutputs(work: Work, before: readonly ProcessReport[], now: readonly ProcessReport[]): Promise<void> {
  const known = new Set(before.filter(({ output_bytes }) => output_bytes !== undefined).map(({ tool_id }) => tool_id))
  for (const { tool_id, output_bytes } of now) {
    if (output_bytes === undefined || known.has(tool_id)) continue
    const execution = await work.tx.executions.get(tool_id)
    // One that ends at once may be told of before the result of its call.
    const isMeant = execution && (execution.status === 'executing' || isLasting(execution)) && LASTING_TOOLS.includes(execution.tool_name)
    if (isMeant) await work.amend(execution, { output_bytes })
  }
}
