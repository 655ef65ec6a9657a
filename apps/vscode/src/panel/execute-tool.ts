// A tool that the person calls from the webview: an operator's call, which the server judges and records like any other.
import { type Client, RefusedRequest } from '@countersign/client'
import { isEnd } from '@countersign/protocol'
import type { Received, ToWebview } from '@countersign/ui/bridge'

type ToolResult = Omit<Received<ToWebview, 'TOOL_RESULT'>, 'type' | 'id'>

const WAIT_SECONDS = 30

export interface CalledTool {
  readonly tool: string
  readonly params: Record<string, unknown>
}

export async function executeTool(client: Client, projectId: string, { tool, params }: CalledTool): Promise<ToolResult> {
  try {
    let call = await client.execute({ body: { project_id: projectId, tool_name: tool, tool_params: params, wait_seconds: WAIT_SECONDS } })
    while (!isEnd(call.status)) call = await client.getExecution({ params: { id: call.tool_id }, query: { wait_seconds: WAIT_SECONDS } })
    const { status, result, error, error_code } = call
    return { success: status === 'completed', result, ...(error && { error }), ...(error_code && { error_code }) }
  } catch (error) {
    if (error instanceof RefusedRequest) return { success: false, error: error.message, error_code: error.code }
    return { success: false, error: error instanceof Error ? error.message : String(error) }
  }
}
