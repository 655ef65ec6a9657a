// A runner on stdio in a process of its own, as the command line starts it, but with times that a test can wait for.
import { flushCompileCache } from 'node:module'
import { faultsFromEnvironment } from '../src/ports/fault-points.ts'
import { createJsonLogger } from '../src/ports/logger.ts'
import { openStandardOutput } from '../src/stdio/lines/standard-output.ts'
import { runOnStdio, type StdioRunnerOptions } from '../src/stdio/stdio-runner.ts'
import { PROCESS_PARTS } from './process-parts.ts'

// Whoever is killed keeps nothing at its end.
flushCompileCache()

const { WORKSPACE = '', DATA_DIR = '', APPROVE = 'ask', JUDGE_MODE = 'strict', APPROVAL_SECONDS, GRACE_MILLISECONDS } = process.env
const seconds = APPROVAL_SECONDS === undefined ? undefined : Number(APPROVAL_SECONDS)
const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())

await runOnStdio({
  ...PROCESS_PARTS,
  workspace: WORKSPACE,
  dataDir: DATA_DIR,
  mode: APPROVE as StdioRunnerOptions['mode'],
  judgeMode: JUDGE_MODE as StdioRunnerOptions['judgeMode'],
  logger: createJsonLogger((line) => process.stderr.write(line)),
  input: process.stdin,
  output: openStandardOutput(),
  signal: stop.signal,
  approvalSeconds: seconds === undefined ? undefined : { MEDIUM: seconds, HIGH: seconds, question: seconds },
  graceMilliseconds: GRACE_MILLISECONDS === undefined ? undefined : Number(GRACE_MILLISECONDS),
  faults: faultsFromEnvironment(process.env),
})
