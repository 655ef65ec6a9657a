// A call in one sentence, made from its parameters and never from the agent's words.
import { makeVisible } from '@countersign/policy'
import { readCall } from '@countersign/tools'

/** The name of the tool where the parameters are none that it takes. */
export function describeCall({ tool_name, tool_params }: { readonly tool_name: string; readonly tool_params: object }): string {
  const call = readCall(tool_name, { ...tool_params }, { byOperator: true })
  return makeVisible('refusal' in call ? tool_name : call.ask())
}
