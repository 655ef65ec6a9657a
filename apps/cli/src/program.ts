// All commands with their options and help. Each command's code is in the file of its name and is loaded on use.
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addAnswering } from './program/answering.ts'
import { addAudit } from './program/audit.ts'
import { addCalling } from './program/calling.ts'
import { addDevices } from './program/devices.ts'
import { addGrants } from './program/grants.ts'
import { addLocal } from './program/local.ts'
import { addPolicy } from './program/policy.ts'
import { addProject } from './program/project.ts'
import { addServing } from './program/serving.ts'
import { ownName } from './terminal/own-name.ts'

export function createProgram(): Command {
  const program = new Command('countersign')
    .description(
      'Let an AI agent work on your machine without trusting it: every call is checked, approved by you where it matters, sandboxed and recorded.',
    )
    .version(manifest.version, '-V, --version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .addHelpText('after', FIRST_STEPS)
  addServing(program)
  addLocal(program)
  addAnswering(program)
  addDevices(program)
  addGrants(program)
  addCalling(program)
  addProject(program)
  addPolicy(program)
  addAudit(program)
  return program
}

const FIRST_STEPS = `
First steps:
  ${ownName} demo                         see it work, on a sample project
  ${ownName} serve                        start the server and a runner for the current folder
  ${ownName} page                         print a new link to the page
  ${ownName} call read_file '{"path":"README.md"}'
  ${ownName} pending                      list what is waiting for your answer
  ${ownName} approve                      approve the only pending call: it is shown, and you are asked
  ${ownName} answer --action yes          answer a question from the agent

Exit codes: 0 done, 1 refused, rejected or failed, 2 wrong use, 3 no server.`
