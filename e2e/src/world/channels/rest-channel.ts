// REST: the agent calls and waits, the operator looks at the approval and answers it.
import type { Approval, CallView } from '@countersign/protocol'
import { startWorld, type World } from '../world.ts'
import { type Answer, type Asked, answerTo, type OpenChannel, type Outcome } from './channel.ts'

export const openRestChannel: OpenChannel = async (files) => {
  const world = await startWorld({ files })
  await world.runnerOnline()
  return {
    workspace: world.workspace,
    call: async (tool, args, options = {}) => {
      const asked: Asked[] = []
      let view: CallView = await world.agent.call(tool, args)
      while (view.status === 'awaiting_approval' && view.approval_id) {
        const approval = await world.operator.approval(view.approval_id)
        asked.push({ tool_name: tool, args: approval.tool_params, preview: approval.preview, risk_level: approval.risk_level })
        await answerApproval(world, approval, answerTo(asked.at(-1) as Asked, options))
        view = await afterAnswer(world, view)
      }
      return outcomeOf(view, asked)
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** At its end, or at the next question. */
async function afterAnswer({ agent }: World, { tool_id, approval_id }: CallView): Promise<CallView> {
  for (;;) {
    const view = await agent.see(tool_id)
    if (view.status === 'awaiting_approval' && view.approval_id !== approval_id) return view
    if (['completed', 'rejected', 'timeout', 'failed', 'cancelled'].includes(view.status)) return agent.end(tool_id)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function answerApproval({ operator, projectId }: World, approval: Approval, answer: Answer): Promise<void> {
  const { decision, modified_arguments, feedback } = answer
  if (approval.kind === 'question') await operator.post(`/my/projects/${projectId}/questions/${approval.id}/answer`, modified_arguments)
  else if (decision === 'reject') await operator.reject(approval.id, feedback)
  else await operator.approve(approval.id, modified_arguments ? { edited_params: modified_arguments } : {})
}

const outcomeOf = ({ result, error, error_code }: CallView, asked: readonly Asked[]): Outcome => ({
  asked,
  ...(result !== undefined && { result: result as Record<string, unknown> }),
  ...(error !== undefined && { error: { code: error_code ?? 'INTERNAL', message: error } }),
})
