// countersign call: one tool call, as an agent makes it.
import { connect } from '../connection/connect.ts'
import { untilEnd } from '../connection/until-end.ts'
import { yellow } from '../terminal/colours.ts'
import { parseJson, printJson } from '../terminal/print.ts'
import { EXIT } from '../terminal/report-error.ts'
import { lineToAnswer, showCall, succeeded } from '../terminal/show-call.ts'

export interface CallOptions {
  readonly data?: string
  readonly json?: boolean
  readonly session?: string
  readonly callId?: string
  readonly wait: boolean
}

export async function call(tool: string, json: string | undefined, options: CallOptions): Promise<void> {
  const { client, projectId } = await connect({ data: options.data, role: 'agent' })
  const params = parseJson(json ?? '{}', 'what follows the tool')
  const tool_params = await client.withBodies({ projectId, params })
  const body = {
    tool_name: tool,
    tool_params,
    project_id: projectId,
    ...(options.session && { session_id: options.session }),
    ...(options.callId && { call_id: options.callId }),
  }
  const first = await client.execute({ body })
  if (options.wait && !options.json && first.status === 'awaiting_approval')
    process.stderr.write(`${yellow('waiting')} for the operator: ${await lineToAnswer(first)}\n`)
  const last = options.wait ? await untilEnd(client, first) : first
  if (options.json) printJson(last)
  else await showCall(last)
  process.exitCode = succeeded(last) ? EXIT.done : EXIT.failed
}
