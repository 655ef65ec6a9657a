// policy check and explain: verdicts without a call.
import type { Command } from 'commander'
import { dataOption, isolationOption, jsonOption, modeOption } from './options.ts'

export function addPolicy(program: Command): void {
  const policy = program.command('policy').description('show what would happen to a call, and why')
  policy
    .command('explain [tool] [json]')
    .description('list every rule in force, one sentence each; for a call, show what decides')
    .option('--policy <file>', 'this policy file (default: policy.toml of the data folder)')
    .addOption(dataOption())
    .addOption(isolationOption())
    .action(async (tool, json, options) => (await import('../commands/policy/policy-explain.ts')).policyExplain(tool, json, options))
  policy
    .command('check [tool] [json]')
    .description('judge one call, or with --jsonl each JSON line {"id","tool","params"} of standard input')
    .option('--jsonl', 'read lines from standard input, print a verdict for each')
    .option('--workspace <dir>', 'also look at this folder: its links, its toolchains, and whether its repository holds secrets')
    .addOption(modeOption('judge as in a project of this mode (default: strict with --jsonl, else the mode of the project served last)'))
    .option('--policy <file>', 'use the rules of this policy file (default: no rules)')
    .addOption(isolationOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (tool, json, options) => (await import('../commands/policy/policy-check.ts')).policyCheck(tool, json, options))
}
