// run_command: runs one shell line in the workspace and in the runner's sandbox. Every command in it is judged separately, and the line is
// never LOW: a person sees it first.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { classesOfPart } from './classes/part-class.ts'
import { commandOutput, reportOutcome, shownLimits, timeLimits, toCommandOutput, toTimeLimits } from './command-outcome.ts'
import { classesOfLine, concernsOfLine, folderOf, judgeLine, shellLineInput } from './shell-line.ts'

export const runCommand = defineTool({
  name: 'run_command',
  aliases: [],
  forModel: `Run one shell line (bash) in the workspace: commands joined by && || ; or |, with plain words and redirections. Each command is judged as by execute_command; expansions make it riskier, wrappers such as env or bash -c are refused. The operator is always asked. At most ${LIMITS.maxCommandSeconds} seconds.`,
  uses: ['shell'],
  input: z.strictObject({
    ...shellLineInput,
    ...timeLimits,
  }),
  output: commandOutput,
  fails: [
    'COMMAND_NOT_ALLOWED',
    'INVALID_ARGUMENTS',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
    'INVALID_PATH',
    'FILE_NOT_FOUND',
    'FILE_CHANGED',
    'PERMISSION_DENIED',
    'TIMEOUT',
    'CANCELLED',
  ],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge: judgeLine,
  concerns: concernsOfLine,
  ask: ({ command }) => sentence('title.run-line', { command }),
  classesOf: classesOfLine('run_command'),
  classesOfPart,
  show: (call, { isolation, network }) => ({
    kind: 'shell',
    line: call.command,
    cwd: folderOf(call),
    ...shownLimits(call),
    isolation,
    network,
  }),
  run: async ({ command, cwd, ...limits }, { processes }) =>
    toCommandOutput(await processes.runShell({ line: command, cwd, ...toTimeLimits(limits) })),
  report: (outcome) => reportOutcome(outcome, 'The line'),
  examples: [
    {
      title: 'two commands and a pipe',
      input: { command: 'cat a.txt | wc -l && pwd' },
      given: { 'a.txt': 'one\ntwo\n' },
      risk: 'MEDIUM',
    },
    { title: 'in a folder', input: { command: 'ls -la > files.txt', cwd: 'src' }, given: { 'src/a.ts': '' }, risk: 'MEDIUM' },
    { title: 'a pattern of file names', input: { command: 'cat *.md' }, given: { 'a.md': 'a\n' }, risk: 'HIGH' },
    { title: 'a forbidden command among others', input: { command: 'ls && rm -rf .' }, refuses: 'COMMAND_NOT_ALLOWED' },
    { title: 'a wrapper', input: { command: `bash -c 'ls'` }, refuses: 'COMMAND_NOT_ALLOWED' },
    { title: 'a file that holds secrets', input: { command: 'cat .env | head -1' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { command: 'ls', cwd: '../other' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
    { title: 'no shell line', input: { command: 'echo "open' }, refuses: 'INVALID_ARGUMENTS' },
  ],
})
