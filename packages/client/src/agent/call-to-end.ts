// One call from the request to its end. An abort ends the waiting, not the call: only the operator can stop a call.
import { type CallView, isEnd, storeLongTexts } from '@countersign/protocol'
import type { Client } from '../client.ts'
import type { Retrying } from './persist.ts'

export interface CallOptions {
  /** Ends the waiting; the call continues, and the same `callId` finds it again. */
  readonly signal?: AbortSignal | undefined
  /** The same id in a session is the same execution. Without it, every call is a new one. */
  readonly callId?: string | undefined
}

export interface CallPorts {
  readonly client: Client
  readonly retrying: Retrying
  readonly project: () => Promise<string>
  readonly projectId: string | undefined
  readonly sessionId: string | undefined
  readonly waitSeconds: number
  readonly onWaiting: ((call: CallView) => void) | undefined
}

export interface ToolCall extends CallOptions {
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

export async function callToEnd(ports: CallPorts, call: ToolCall): Promise<CallView> {
  const { client, retrying, waitSeconds, onWaiting } = ports
  const { signal } = call
  const body = await bodyOf(ports, call)
  let view: CallView = await retrying(() => client.execute({ body, signal }), signal)
  let isTold = false
  while (!isEnd(view.status)) {
    if (view.status === 'awaiting_approval' && !isTold) {
      isTold = true
      onWaiting?.(view)
    }
    const params = { id: view.tool_id }
    view = await retrying(() => client.getExecution({ params, query: { wait_seconds: waitSeconds }, signal }), signal)
  }
  return view
}

async function bodyOf({ client, retrying, project, projectId, sessionId, waitSeconds }: CallPorts, call: ToolCall) {
  const { name, params, signal, callId = newCallId() } = call
  const store = async (content: Uint8Array) => {
    const p = await project()
    return (await retrying(() => client.putBody({ params: { p }, body: content, signal }), signal)).sha256
  }
  return {
    tool_name: name,
    tool_params: await storeLongTexts(params, store),
    call_id: callId,
    wait_seconds: waitSeconds,
    ...(projectId && { project_id: projectId }),
    ...(sessionId && { session_id: sessionId }),
  }
}

/** `crypto.randomUUID` is missing on pages that were not served over HTTPS. */
const newCallId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
