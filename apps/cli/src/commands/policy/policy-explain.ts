// countersign policy explain: each rule in one sentence; for a call, the rule that decided.
import { explainRule, type Policy } from '@countersign/policy'
import type { Isolation } from '@countersign/protocol'
import { dataFolder } from '@countersign/runner/local-server'
import { createJudge } from '../../policy/create-judge.ts'
import { projectFacts } from '../../policy/project-facts.ts'
import { showVerdict } from '../../policy/show-verdict.ts'
import { readPolicy } from '../../serve/policy/read-policy.ts'
import { bold, dim } from '../../terminal/colours.ts'
import { parseJson, printLine } from '../../terminal/print.ts'

export interface PolicyExplainOptions {
  readonly data?: string
  readonly policy?: string
  readonly isolation: Isolation
}

export async function policyExplain(tool: string | undefined, json: string | undefined, options: PolicyExplainOptions): Promise<void> {
  const policy = readPolicy({ given: options.policy, data: dataFolder(options.data) })
  if (!tool) return explainRules(policy)
  const judge = createJudge({ isolation: options.isolation, policy, ...(await projectFacts(options.data)) })
  showVerdict(await judge(tool, parseJson(json ?? '{}', 'what follows the tool')))
}

function explainRules(policy: Policy): void {
  printLine(bold(`Policy ${policy.version}`))
  for (const rule of policy.rules) printLine(`  ${explainRule(rule)}`)
  for (const [name, risk] of policy.extraCommands) printLine(`  The command ${name} may be called, at ${risk} risk.`)
  if (policy.rules.length + policy.extraCommands.size === 0) printLine(dim('  No rules: the risk table decides alone.'))
  printLine(dim(TABLE))
}

const TABLE = `
Without a matching rule: LOW runs, MEDIUM and HIGH ask. Among matching rules deny beats ask beats allow.
allow reaches MEDIUM; HIGH only with cover_high. No rule lifts a refusal.`
