// Waits for a call on behalf of an MCP client, up to a time limit. Reports what it waits for at each change and at regular
// intervals.
import type { Engine } from '@countersign/core'
import { type Execution, isEnd } from '@countersign/protocol'
import { findTool } from '@countersign/tools'

/** Often enough for clients that give up after a silence. */
const SECONDS_BETWEEN_WORDS = 10

export interface Following {
  readonly seconds: number
  readonly signal: AbortSignal
  tell(words: string): Promise<void>
}

export async function followCall(engine: Engine, execution: Execution, { seconds, signal, tell }: Following): Promise<Execution> {
  const until = engine.clock.now() + seconds * 1000
  let current = execution
  for (;;) {
    const left = (until - engine.clock.now()) / 1000
    if (isEnd(current.status) || left <= 0 || signal.aborted) return current
    await tell(stateInWords(current))
    current = await engine.wait(current, { seconds: Math.min(left, SECONDS_BETWEEN_WORDS), for: 'change', signal })
  }
}

export function stateInWords({ id, status, tool_name, runner_deadline_at }: Execution): string {
  if (status === 'awaiting_approval')
    return findTool(tool_name)?.question ? `Waiting for the operator's answer, id ${id}` : `Waiting for the operator, id ${id}`
  if (status === 'executing') return `Running, id ${id}`
  return runner_deadline_at === null ? `On its way, id ${id}` : `Waiting for the runner, id ${id}`
}
