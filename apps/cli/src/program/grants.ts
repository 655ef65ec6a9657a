// grants: the standing answers of the project.
import type { Command } from 'commander'
import { dataOption, jsonOption } from './options.ts'

export function addGrants(program: Command): void {
  const grants = program
    .command('grants')
    .description('list the grants in force: what each covers or refuses, for whom, until when, how often and when it was used')
    .option('--export', 'print those of the project as rules of a policy file instead')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/answering/grants.ts')).listGrants(options))
  grants
    .command('revoke <id>')
    .description('revoke a grant: such calls are asked about again (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .action(async (id, _, command) => (await import('../commands/answering/grants.ts')).revokeGrant(id, command.optsWithGlobals()))
}
