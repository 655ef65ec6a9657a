// audit verify and export: the record.
import type { Command } from 'commander'
import { dataOption, jsonOption } from './options.ts'

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('the record of every call')
  audit
    .command('verify')
    .description('detect any edit of the log by someone without the audit key')
    .option('--head <file>', 'a signed head stored elsewhere')
    .option('--export <file>', 'verify an exported file instead of the data folder')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/audit.ts')).auditVerify(options))
  audit
    .command('export')
    .description('write the log of a project as JSON lines, ending with its signed head')
    .option('--project <id>', 'project (default: all)')
    .option('--out <file>', 'file (default: standard output)')
    .addOption(dataOption())
    .action(async (options) => (await import('../commands/audit.ts')).auditExport(options))
}
