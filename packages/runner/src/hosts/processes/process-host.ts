// Commands as tools see them: argv, found on a fixed PATH, or one line for bash; in the sandbox that the machine has, with a clean
// environment.
import { realpathSync } from 'node:fs'
import { printable } from '@countersign/policy'
import { Failure, type Isolation, type Sentence, sentence } from '@countersign/protocol'
import type { CommandOutcome, CommandRequest, ShellProcesses, TimeLimits } from '@countersign/tools'
import { describeFull, failToStart, prepareCommand, TOO_MANY, wasNotBuilt } from '../../commands/prepare-command.ts'
import type { CommandCall, CommandPlace } from '../../commands/prepared-command.ts'
import { shellCall } from '../../commands/shell-call.ts'
import type { GitIdentity } from '../../programs/git-identity.ts'
import type { OutputChunk } from '../../programs/output-collector.ts'
import { type ProgramEnd, runProgram } from '../../programs/run-program.ts'
import { findProgram, forReading, type Toolchains } from '../../programs/toolchains.ts'
import { describeSettled } from '../../sandbox/later-run/describe-settled.ts'
import type { Settled } from '../../sandbox/later-run/put-away/settle-log.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { checkOutput } from './checked-output.ts'

export interface ProcessHostOptions extends Omit<CommandPlace, 'identity'> {
  readonly sandbox: Sandbox
  /** Who commits; asked only for commands that may. */
  readonly identity?: (() => Promise<GitIdentity>) | undefined
  readonly signal: AbortSignal
  readonly onOutput?: ((chunk: OutputChunk) => void) | undefined
}

type Parts = Omit<ProcessHostOptions, 'identity'> & CommandPlace

type TimedCall = CommandCall & TimeLimits

export function createProcessHost(options: ProcessHostOptions): ShellProcesses {
  const root = realpathSync.native(options.root)
  const toolchains = options.risk === 'LOW' ? forReading(options.toolchains) : options.toolchains
  const run = async (call: TimedCall) => {
    const identity = options.risk === 'LOW' ? undefined : await options.identity?.()
    return runCall({ ...options, toolchains, root, identity }, call)
  }
  return {
    run: async (request) => run({ ...programCall(request, toolchains), ...limitsOf(request) }),
    runShell: async (request) => run({ ...shellCall(request, root), ...limitsOf(request) }),
  }
}

const limitsOf = ({ timeoutSeconds, silenceSeconds }: TimeLimits): TimeLimits => ({
  timeoutSeconds,
  ...(silenceSeconds !== undefined && { silenceSeconds }),
})

function programCall({ command, args }: CommandRequest, toolchains: Toolchains): CommandCall {
  const program = findProgram(command, toolchains)
  if (!program) throw new Failure('COMMAND_NOT_ALLOWED', { subject: noProgram(command) })
  const makesRepository =
    command === 'git' && /^(init|clone|worktree (add|remove|prune|move)|submodule (add|init|update))( |$)/.test(args.join(' '))
  return { name: command, words: [program, ...args], usesGit: command === 'git', makesRepository }
}

const noProgram = (command: string): Sentence =>
  sentence('subject.with-why', { subject: printable(command), why: sentence('command.no-program') })

// A sandbox is not built where a file that was to be covered has vanished meanwhile.
const MAX_TRIES = 3

async function runCall(parts: Parts, call: TimedCall): Promise<CommandOutcome> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (parts.signal.aborted) throw new Failure('CANCELLED')
    const done = await attempt(parts, call)
    if (done) return describeEnd(call, done, parts.sandbox.isolation)
  }
  return failToStart(call.name)
}

interface Attempt {
  readonly end: Omit<ProgramEnd, 'why'> & { readonly why: ProgramEnd['why'] | 'full' }
  readonly settled: Settled
  readonly notes: string
}

/** Undefined where the sandbox could not be built: then nothing has run. */
async function attempt(parts: Parts, call: TimedCall): Promise<Attempt | undefined> {
  const { sandbox, signal, onOutput } = parts
  using prepared = await prepareCommand(parts, sandbox, call)
  const { notes, start, scratch } = prepared
  const until = scratch ? AbortSignal.any([signal, scratch.full]) : signal
  const checked = parts.risk === 'LOW' ? checkOutput({ mayPass: prepared.hidesAll, pass: onOutput }) : undefined
  const end = await runProgram({ ...start, ...limitsOf(call), signal: until, onOutput: checked?.add ?? onOutput })
  const settled = await prepared.settle()
  const mayBeUsed = checked?.end() ?? true
  if (sandbox.isolation === 'sandbox' && wasNotBuilt(end)) return undefined
  const isFull = scratch?.isFull() ?? false
  const why = end.why === 'cancelled' && isFull && !signal.aborted ? 'full' : end.why
  if (mayBeUsed) return { end: { ...end, why }, settled, notes: isFull ? notes + describeFull(why === 'full') : notes }
  throw new Failure('FILE_CHANGED', {
    subject: sentence('command.output-withheld', { command: call.name }),
  })
}

function describeEnd(call: TimedCall, { end, settled, notes }: Attempt, isolation: Isolation): CommandOutcome {
  const { why, exitCode, stdout, seconds, truncated } = end
  const stderr = end.stderr + notes + describeSettled(settled) + (why === 'too-many-processes' ? TOO_MANY : '')
  const printed = { stdout, stderr, truncated }
  if (why === 'timeout') throw timeoutOf('command.time-limit', call, call.timeoutSeconds, printed)
  if (why === 'silence') throw timeoutOf('command.silence-limit', call, call.silenceSeconds ?? 0, printed)
  if (why === 'cancelled') throw new Failure('CANCELLED', printed)
  return { ...printed, exitCode, seconds, isolation }
}

type LimitForm = 'command.time-limit' | 'command.silence-limit'

const timeoutOf = (form: LimitForm, { name }: TimedCall, count: number, printed: object): Failure =>
  new Failure('TIMEOUT', { subject: sentence(form, { command: name, count }), ...printed })
