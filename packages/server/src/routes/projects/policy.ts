// Shows how a call would be judged without making it, and the rules in force.
import { hasRole, type Principal } from '@countersign/core'
import { explainRule, policyVersion } from '@countersign/policy'
import { describeField, Failure, type Project, sentence } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

interface CheckedCall {
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
}

export function createPolicyHandlers({
  engine,
  access,
}: Pick<AppContext, 'engine' | 'access'>): Pick<Handlers, 'checkPolicy' | 'getPolicy'> {
  /** Judges an edited call as the answer to its approval would: as the agent's call with the same tool. */
  const verdictOfEdit = async (principal: Principal, project: Project, id: string, { tool_name, tool_params }: CheckedCall) => {
    if (!hasRole(principal, 'operator')) throw new Failure('FORBIDDEN')
    const approval = await access.approval(principal, project.id, id)
    if (approval.tool_name !== tool_name)
      throw new Failure('INVALID_ARGUMENTS', {
        subject: describeField('tool_name', sentence('problem.approval-about', { tool: approval.tool_name })),
      })
    return engine.checkEdit(approval, tool_params)
  }
  return {
    checkPolicy: async ({ params, body, principal }) => {
      const project = await access.project(principal, params.p)
      if (body.approval_id) return { success: true, ...(await verdictOfEdit(principal, project, body.approval_id, body)) }
      return { success: true, ...(await engine.judge(principal, project, body)) }
    },
    getPolicy: async ({ params, principal }) => {
      await access.project(principal, params.p)
      const { version, rules, extraCommands } = engine.policy()
      return {
        success: true,
        version,
        policy_version: policyVersion(engine.policy()),
        ...(engine.policyProblem() !== undefined && { problem: engine.policyProblem() }),
        rules: rules.map((rule) => ({ name: rule.name, do: rule.do, why: rule.why, sentence: explainRule(rule) })),
        commands: [...extraCommands].map(([name, risk]) => ({ name, risk })),
      }
    },
  }
}
