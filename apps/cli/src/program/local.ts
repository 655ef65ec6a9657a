// demo, page, doctor and token: commands about this machine.
import type { Role } from '@countersign/protocol'
import { type Command, Option } from 'commander'
import { dataOption, jsonOption, positive } from './options.ts'

const ROLES: readonly Role[] = ['operator', 'agent', 'runner', 'admin']

export function addLocal(program: Command): void {
  program
    .command('demo')
    .description('see it work in one minute: a story on a sample project, without a model or the network; it leaves nothing behind')
    .option('--ask', 'answer the approvals yourself')
    .action(async (options) => (await import('../demo/demo.ts')).demo(options))
  program
    .command('page')
    .description('print a new link to the page of the running server (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .addOption(dataOption())
    .action(async (options) => (await import('../commands/page.ts')).page(options))
  program
    .command('doctor')
    .description('check this machine, and say what to fix')
    .option('--limits', 'also list every limit')
    .option('--models <file>', 'models file to check (default: models.toml of the data folder)')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/doctor/doctor.ts')).doctor(options))
  program
    .command('token')
    .description('create a token for the local server (needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).makeOptionMandatory())
    .option('--user <id>', 'user it belongs to (default: the local user)')
    .option('--agent <name>', 'name of the agent')
    .option('--project <id>', 'project (default: the one that was served last)')
    .option('--hours <n>', 'hours until it expires', positive, 12)
    .addOption(dataOption())
    .action(async (options) => (await import('../commands/token.ts')).token(options))
}
