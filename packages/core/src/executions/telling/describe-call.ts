// A call in one sentence, made from its parameters and never from the agent's words.
import { makeVisible } from '@countersign/policy'
import { findTool } from '@countersign/tools'

/** The name of the tool where the parameters are none that it takes. */
export function describeCall({ tool_name, tool_params }: { readonly tool_name: string; readonly tool_params: object }): string {
  const tool = findTool(tool_name)
  const parsed = tool?.input.safeParse(tool_params)
  return makeVisible(tool && parsed?.success ? tool.ask(parsed.data as never) : tool_name)
}
