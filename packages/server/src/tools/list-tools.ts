// The tools that can be called now: those of the catalogue that the project's runner has, and those that only ask the person,
// described for a model. Tools for the operator only and tools that the policy always denies are left out.
import { type Engine, hasRole, isOnline, type Principal, readsOnly, type Settings } from '@countersign/core'
import { isDeniedOutright } from '@countersign/policy'
import type { Runner, ToolView } from '@countersign/protocol'
import { type AnyTool, CATALOGUE, usesPort } from '@countersign/tools'
import * as z from 'zod'

const parametersOf = new WeakMap<AnyTool, Record<string, unknown>>()

export function listTools(
  { settings, policy, clock }: Pick<Engine, 'settings' | 'policy' | 'clock'>,
  principal: Principal,
  runner: Runner | undefined,
): ToolView[] {
  const { rules } = policy()
  const isForAgent = ({ forOperator, byCountersign, name }: AnyTool) => !forOperator && !byCountersign && !isDeniedOutright(rules, name)
  const forCaller = hasRole(principal, 'agent') ? CATALOGUE.filter(isForAgent) : CATALOGUE
  const isRunnerOnline = isOnline(runner, new Date(clock.now()).toISOString())
  // Other tools may be called before there is a runner; the editor's only while a runner that is part of one is there.
  const isRunnable = (tool: AnyTool) =>
    usesPort(tool, 'editor') ? isRunnerOnline && runner.tools.includes(tool.name) : (runner?.tools.includes(tool.name) ?? true)
  const offered = forCaller.filter((tool) => tool.question || isRunnable(tool))
  return offered.map((tool) => ({
    name: tool.name,
    description: tool.forModel,
    parameters: schemaOf(tool),
    requires_approval: tool.usualRisk !== 'LOW',
    risk_level: tool.usualRisk,
    reads_only: readsOnly(tool.name),
    timeout_seconds: secondsToAnswer(tool, settings),
  }))
}

function schemaOf(tool: AnyTool): Record<string, unknown> {
  const known = parametersOf.get(tool)
  if (known) return known
  const { $schema, ...schema } = z.toJSONSchema(tool.input, { io: 'input' }) as Record<string, unknown>
  parametersOf.set(tool, schema)
  return schema
}

function secondsToAnswer({ question, usualRisk }: AnyTool, { approval_seconds, question_seconds }: Settings): number {
  if (question) return question_seconds
  return usualRisk === 'LOW' ? 0 : approval_seconds[usualRisk]
}
