// Calls that wait for a person: requested, awaited, then answered. Timed from the answer to the end of the call.
import type { Agent } from 'node:http'
import { type Call, sendForJson } from './send.ts'

export interface ApprovedCalls {
  readonly count: number
  /** `{n}` in its body is the number of the call, so that every write changes something. */
  readonly ask: Call
  /** `{tool_id}` and `{approval_id}` in their addresses are replaced by those of the approval. */
  readonly wait: Call
  readonly approve: Call
}

interface Asked {
  readonly tool_id: string
  readonly approval_id: string
  readonly status: string
}

const about = (call: Call, { tool_id, approval_id }: Asked): Call => ({
  ...call,
  url: call.url.replace('{tool_id}', tool_id).replace('{approval_id}', approval_id),
})

let written = 0

async function approveOnce(agent: Agent, { ask, wait, approve }: ApprovedCalls): Promise<number> {
  const asked = await sendForJson<Asked>(agent, { ...ask, body: (ask.body ?? '').replace('{n}', String(++written)) })
  if (asked.status !== 'awaiting_approval') throw new Error(`Asked for nothing: ${JSON.stringify(asked)}`)
  const ending = sendForJson<Asked>(agent, about(wait, asked))
  const started = performance.now()
  await Promise.all([sendForJson(agent, about(approve, asked)), ending])
  const milliseconds = performance.now() - started
  const { status } = await ending
  if (status !== 'completed') throw new Error(`Approved, yet ${status}`)
  return milliseconds
}

export async function approveCalls(agent: Agent, calls: ApprovedCalls): Promise<number[]> {
  const milliseconds: number[] = []
  while (milliseconds.length < calls.count) milliseconds.push(await approveOnce(agent, calls))
  return milliseconds
}
