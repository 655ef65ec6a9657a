// What would happen to a call that is not made, and the rules in force.
import { guardOf, hasRole, readyFor, verdictOf } from '@countersign/core'
import { explainRule } from '@countersign/policy'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'

export function createPolicyHandlers({ engine, own }: Pick<AppContext, 'engine' | 'own'>): Pick<Handlers, 'checkPolicy' | 'getPolicy'> {
  return {
    checkPolicy: async ({ params, body, principal }) => {
      const project = await own.project(principal, params.p)
      const runner = await engine.core.store.read((tx) => tx.runners.get(project.id))
      const ready = await readyFor(engine.core, { project_id: project.id, ...body })
      return {
        success: true,
        ...verdictOf(
          body.tool_name,
          body.tool_params,
          guardOf(engine.core, runner, { ...ready, byOperator: hasRole(principal, 'operator') }),
        ),
      }
    },
    getPolicy: async ({ params, principal }) => {
      await own.project(principal, params.p)
      const { version, rules, extraCommands } = engine.core.policy
      return {
        success: true,
        version,
        rules: rules.map((rule) => ({ name: rule.name, do: rule.do, why: rule.why, sentence: explainRule(rule) })),
        commands: [...extraCommands].map(([name, risk]) => ({ name, risk })),
      }
    },
  }
}
