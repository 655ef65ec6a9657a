// execute_command: runs one program with its arguments, in the workspace and in the runner's sandbox. Never a shell.
import {
  ALLOWED_COMMANDS,
  commandPathOperands,
  concernsOfArguments,
  type Facts,
  isEveryday,
  judgeCommand,
  wordInside,
} from '@countersign/policy'
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { quoteWords } from '../words/quote-word.ts'
import { classesOfCommand } from './classes/command-class.ts'
import { classesOfPart } from './classes/part-class.ts'
import { commandOutput, reportOutcome, shownLimits, timeLimits, toCommandOutput, toTimeLimits } from './command-outcome.ts'

const MAX_ARGUMENTS = 1_000
const MAX_ARGUMENT_CHARACTERS = 100_000

/** For the closed list of `strict`, which reads every path as one from the root of the workspace. */
const insideOf = <Call extends { readonly args: readonly string[] }>(call: Call, facts: Facts): Call =>
  isEveryday(facts) ? call : { ...call, args: call.args.map((word) => wordInside(word, facts.roots ?? [])) }

export const executeCommand = defineTool({
  name: 'execute_command',
  aliases: ['tool_execute_command'],
  forModel: `Run one program in the workspace, without a shell: no pipes, no redirection, no expansion. Allowed: ${[...ALLOWED_COMMANDS].join(' ')}. Reading runs at once, the rest is asked of the operator. At most ${LIMITS.maxCommandSeconds} seconds.`,
  uses: ['processes'],
  input: z.strictObject({
    command: z.string().min(1).max(LIMITS.maxPathCharacters).describe('A bare program name such as git'),
    args: z
      .array(z.string().max(MAX_ARGUMENT_CHARACTERS))
      .max(MAX_ARGUMENTS)
      .default([])
      .describe('One word each; nothing is split or expanded'),
    ...timeLimits,
  }),
  output: commandOutput,
  fails: [
    'COMMAND_NOT_ALLOWED',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
    'INVALID_PATH',
    'FILE_CHANGED',
    'PERMISSION_DENIED',
    'TIMEOUT',
    'CANCELLED',
  ],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge: (call, facts) => judgeCommand(insideOf(call, facts), facts),
  concerns: (call, facts) =>
    isEveryday(facts)
      ? concernsOfArguments(call.command, call.args, facts)
      : { paths: commandPathOperands(insideOf(call, facts)).map(({ path }) => path), commands: [[call.command, ...call.args]] },
  ask: ({ command, args }) => sentence('title.run', { command: quoteWords([command, ...args]) }),
  classesOf: classesOfCommand,
  classesOfPart,
  show: ({ command, args, ...limits }, { isolation, network }) => ({
    kind: 'command',
    command,
    args,
    cwd: '.',
    ...shownLimits(limits),
    isolation,
    network,
  }),
  run: async ({ command, args, ...limits }, { processes }) =>
    toCommandOutput(await processes.run({ command, args, ...toTimeLimits(limits) })),
  report: (outcome, { command }) => reportOutcome(outcome, command),
  examples: [
    { title: 'look at a file', input: { command: 'cat', args: ['README.md'] }, given: { 'README.md': 'hello\n' }, risk: 'LOW' },
    {
      title: 'a script of the workspace',
      input: { command: 'node', args: ['hello.mjs'] },
      given: { 'hello.mjs': 'console.log(1)' },
      risk: 'MEDIUM',
    },
    { title: 'inline code', input: { command: 'node', args: ['-e', 'console.log(1)'] }, risk: 'HIGH' },
    { title: 'a forbidden command', input: { command: 'rm', args: ['-rf', '.'] }, refuses: 'COMMAND_NOT_ALLOWED' },
    { title: 'a file that holds secrets', input: { command: 'cat', args: ['.env'] }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { command: 'cat', args: ['/etc/passwd'] }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
