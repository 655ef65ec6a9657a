// policy check and explain: verdicts without a call.
import type { Command } from 'commander'
import { dataOption, isolationOption, jsonOption } from './options.ts'

export function addPolicy(program: Command): void {
  const policy = program.command('policy').description('what would happen to a call, and why')
  policy
    .command('explain [tool] [json]')
    .description('every rule in force in one sentence; for a call, what decides')
    .option('--policy <file>', 'this policy file (default: policy.toml of the data folder)')
    .addOption(dataOption())
    .addOption(isolationOption())
    .action(async (tool, json, options) => (await import('../commands/policy/policy-explain.ts')).policyExplain(tool, json, options))
  policy
    .command('check [tool] [json]')
    .description('the verdict for one call, or for JSON lines {"id","tool","params"} on standard input with --jsonl')
    .option('--jsonl', 'read lines from standard input, print a verdict for each')
    .option('--workspace <dir>', 'look at real files there too: links and what they resolve to')
    .option('--policy <file>', 'with the rules of this policy file (default: no rules)')
    .addOption(isolationOption())
    .addOption(jsonOption())
    .action(async (tool, json, options) => (await import('../commands/policy/policy-check.ts')).policyCheck(tool, json, options))
}
