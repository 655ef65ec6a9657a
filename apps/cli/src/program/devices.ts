// devices: which editors and other programs ask for access, and the answers.
import type { Command } from 'commander'
import { dataOption, jsonOption } from './options.ts'

const NEEDS = '(needs a terminal or COUNTERSIGN_OPERATOR_TOKEN)'

export function addDevices(program: Command): void {
  const devices = program
    .command('devices')
    .description('list devices that ask for access, with the code to compare, and those that have it')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/devices/devices.ts')).listDevices(options))
  devices
    .command('allow <code>')
    .description(`allow the device that shows this code ${NEEDS}`)
    .action(async (code, _, command) => (await import('../commands/devices/devices.ts')).allowDevice(code, command.optsWithGlobals()))
  devices
    .command('refuse <code>')
    .description(`refuse the device with this code ${NEEDS}`)
    .action(async (code, _, command) => (await import('../commands/devices/devices.ts')).refuseDevice(code, command.optsWithGlobals()))
  devices
    .command('end <id>')
    .description(`end the access of a device ${NEEDS}`)
    .action(async (id, _, command) => (await import('../commands/devices/devices.ts')).endDevice(id, command.optsWithGlobals()))
}
