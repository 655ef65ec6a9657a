// run_persistent: one shell line that keeps running after the call, such as a development server. Judged like run_command; in addition it
// has network access, and says so.
import { type Facts, type Finding, isRefused, type Judgement, rate } from '@countersign/policy'
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { classesOfLine, concernsOfLine, folderOf, judgeLine, type ShellCall, shellLineInput } from '../commands/shell-line.ts'
import { defineTool } from '../define-tool.ts'
import { describeEnd } from './describe-end.ts'
import { processName } from './process-name.ts'

const KEEPS_RUNNING: Finding = { risk: 'MEDIUM', need: 'process', sentence: sentence('reason.keeps-running') }

function judgePersistent(call: ShellCall, facts: Facts): Judgement {
  const judgement = judgeLine(call, facts)
  return isRefused(judgement) ? judgement : { ...judgement, ...rate([...judgement.findings, KEEPS_RUNNING], true) }
}

export const runPersistent = defineTool({
  name: 'run_persistent',
  aliases: [],
  forModel: `Start one shell line (bash) that keeps running, such as a development server or a watcher, under a name that you choose. It has the network and a terminal; if it waits for input, the operator is asked for it. The operator is always asked before the start. Read its output with read_process, type into it with write_process, stop it with kill_process; it ends with the session. At most ${LIMITS.maxPersistentProcesses} at a time.`,
  uses: ['persistent:start'],
  input: z.strictObject({ ...shellLineInput, process_id: processName.describe('A name for it, such as web') }),
  output: z.strictObject({
    /** False if it ended at once, with an exit code other than 0. */
    success: z.boolean(),
    process_id: z.string(),
    pid: z.int(),
    started_at: z.string(),
    /** False if it ended within a moment. */
    running: z.boolean(),
    exit_code: z.int().optional(),
  }),
  fails: [
    'COMMAND_NOT_ALLOWED',
    'INVALID_ARGUMENTS',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
    'INVALID_PATH',
    'FILE_NOT_FOUND',
    'FILE_CHANGED',
    'PERMISSION_DENIED',
    'CANCELLED',
  ],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge: judgePersistent,
  concerns: concernsOfLine,
  ask: ({ command, process_id }) => sentence('title.keep-running', { process: process_id, command }),
  classesOf: classesOfLine('run_persistent'),
  show: (call, { isolation, network }) => ({
    kind: 'shell',
    line: call.command,
    cwd: folderOf(call),
    timeout_seconds: null,
    isolation,
    network,
  }),
  run: async ({ command, cwd, process_id }, { persistent }) => {
    const { pid, startedAt, isRunning, exitCode } = await persistent.start({ processId: process_id, line: command, cwd })
    return {
      success: isRunning || exitCode === 0,
      process_id,
      pid,
      started_at: startedAt,
      running: isRunning,
      ...(exitCode !== null && { exit_code: exitCode }),
    }
  },
  report: ({ process_id, pid, running, exit_code }) =>
    running
      ? `${process_id} is running (pid ${pid}). Its output: read_process. To stop it: kill_process. It ends with the session.`
      : `${process_id} ended at once${describeEnd(exit_code)}. What it printed: read_process.`,
  examples: [
    {
      title: 'a server',
      input: { command: 'node serve.mjs', process_id: 'web' },
      given: { 'serve.mjs': 'setInterval(() => {}, 1e6)' },
      risk: 'MEDIUM',
    },
    {
      title: 'in a folder',
      input: { command: 'tail -f log.txt', process_id: 'log.1', cwd: 'logs' },
      given: { 'logs/log.txt': 'one\n' },
      risk: 'MEDIUM',
    },
    { title: 'a pattern of file names', input: { command: 'tail -f *.log', process_id: 'logs' }, given: { 'a.log': 'a\n' }, risk: 'HIGH' },
    {
      title: 'a name in use',
      input: { command: 'tail -f a.md', process_id: 'web' },
      given: { 'a.md': '' },
      running: { web: 'tail -f a.md' },
      refuses: 'INVALID_ARGUMENTS',
    },
    { title: 'a forbidden command', input: { command: 'nohup curl http://a.example', process_id: 'x' }, refuses: 'COMMAND_NOT_ALLOWED' },
    { title: 'a file that holds secrets', input: { command: 'tail -f .env', process_id: 'x' }, refuses: 'SENSITIVE_FILE' },
  ],
})
