// mode and allow: how the calls of a project are judged.
import { Argument, type Command } from 'commander'
import { dataOption, jsonOption, MODES } from './options.ts'

const NEEDS = '(changing needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)'

export function addProject(program: Command): void {
  program
    .command('mode')
    .description(`show how calls are judged, or choose it: strict, ask or rehearse; docs/policy.md explains them ${NEEDS}`)
    .addArgument(new Argument('[mode]', 'the new mode').choices(MODES))
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (chosen, options) => (await import('../commands/project/mode.ts')).mode(chosen, options))
  program
    .command('allow [command]')
    .description(`show the project's list of commands, or add one: countersign allow "terraform plan" ${NEEDS}`)
    .option('--toolchain', 'all commands of this toolchain, such as rust or node')
    .option('--remove', 'take it off the list')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (command, options) => (await import('../commands/project/allow.ts')).allow(command, options))
}
