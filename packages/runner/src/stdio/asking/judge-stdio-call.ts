// The judgement of a call on stdio, with the real disk: refused for good, or rated, with the reasons for asking.
import { isRefused, judgeSafely } from '@countersign/policy'
import { Failure, type Risk, refusalOnChannel } from '@countersign/protocol'
import { type AnyTool, findTool } from '@countersign/tools'
import { applyRules, type RulesHere } from '../../clearance/judge-again.ts'
import { RefusedByPolicy } from '../../clearance/refused-by-policy.ts'
import { NO_SERVER_POLICY } from '../../clearance/server-rules.ts'
import type { Machine } from '../../execute/hosts.ts'
import { readInput } from '../../execute/read-input.ts'
import type { Params } from '../../execute/resolve-bodies.ts'
import { factsFor } from '../../execute/run-judged.ts'

export interface JudgedCall {
  readonly tool: AnyTool
  readonly args: Params
  /** As the tool's schema reads the arguments. */
  readonly input: unknown
  readonly risk: Risk
  readonly reasons: readonly string[]
  readonly network: boolean
  /** A rule of this runner wants somebody's own answer. */
  readonly isAskedByRule: boolean
}

export interface JudgingPorts extends RulesHere {
  readonly machine: Machine
}

export async function judgeStdioCall({ machine, rules }: JudgingPorts, tool_name: string, args: Params): Promise<JudgedCall> {
  const tool = findTool(tool_name)
  if (!tool || tool.forOperator) throw new Failure('TOOL_NOT_FOUND', { subject: tool_name })
  const tooLarge = refusalOnChannel(args)
  if (tooLarge) throw tooLarge
  const input = readInput(tool, args)
  const facts = await factsFor(tool, machine, NO_SERVER_POLICY.extraCommands)
  const judgement = judgeSafely(() => tool.judge(input as never, facts))
  if (isRefused(judgement)) throw new RefusedByPolicy(judgement.refusal)
  const asks = applyRules({ rules }, { tool, input, facts })
  const reasons = [...judgement.findings.map(({ reason }) => reason), ...asks]
  return { tool, args, input, risk: judgement.risk, reasons, network: judgement.network, isAskedByRule: asks.length > 0 }
}
