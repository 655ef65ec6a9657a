// Starts one process that outlives its call: into the ledger, into its sandbox, and watched until it ends.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttemptId, ExecutionId, Isolation, PlainFormName, Risk, SessionId } from '@countersign/protocol'
import type { PersistentRequest } from '@countersign/tools'
import { failToStart, wasNotBuilt } from '../commands/prepare-command.ts'
import type { PreparedCommand } from '../commands/prepared-command.ts'
import { gatherOutput } from '../output/gather-output.ts'
import type { Followed, PrintingCall } from '../output/send-output.ts'
import type { StoredOutput } from '../output/stored-output.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import { bootId, startTimeOf } from '../programs/process-facts.ts'
import { endTree } from './end-tree.ts'
import { describeHow, type Ledger, type LedgerRow } from './ledger.ts'
import { type PersistentPorts, type PersistentProcess, type ProcessExit, startPersistent } from './persistent-process.ts'
import { type InputWatch, watchInput } from './terminal/watch-input.ts'

export interface CallPowers {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  /** Whose `/tmp` it sees. */
  readonly session?: SessionId | undefined
  readonly risk: Risk
  readonly network: boolean
  /** Globs of names that rules hide from it, for as long as it runs. */
  readonly hidden: readonly string[]
  readonly signal: AbortSignal
}

export interface CommandToPrepare
  extends Pick<PersistentRequest, 'line' | 'cwd'>,
    Pick<CallPowers, 'session' | 'risk' | 'network' | 'hidden'> {
  readonly mark: string
}

export interface StartPorts {
  readonly isolation: Isolation
  /** Processes get a terminal, in the words that `prepare` makes. */
  readonly hasTerminal: boolean
  /** Throws a Failure where the folder is none of the workspace. */
  readonly prepare: (command: CommandToPrepare) => Promise<PreparedCommand>
  readonly ledger: Ledger
  readonly outputOf: (tool: ExecutionId) => StoredOutput
  readonly mask: (text: string) => string
  /** For the operator's eyes, as it comes. */
  readonly follow: (call: PrintingCall) => Pick<Followed, 'more'>
  readonly clock: () => number
  readonly logger: Logger
  /** A process began to wait for input, or goes on. */
  readonly onInputChange: () => void
}

export interface ProcessInput {
  readonly watch: InputWatch
  /** A secret is not shown again when the process prints it. */
  type(text: string, isSecret?: boolean): Promise<void>
}

export interface RunningProcess {
  /** Whether it had ended when it was started a moment ago. */
  hasExited(): boolean
  /** Undefined where it has no terminal. */
  readonly input: ProcessInput | undefined
  /** Resolves when it has ended and the ledger says how. */
  readonly gone: Promise<void>
  end(why: PlainFormName): Promise<void>
}

/** Most of what cannot work ends at once; whoever started it hears of it then. */
const MOMENT_MILLISECONDS = 300

/** Resolves when it has run for a moment, or has ended. */
export async function startProcess(ports: StartPorts, request: PersistentRequest, powers: CallPowers): Promise<RunningProcess> {
  const { ledger, isolation } = ports
  const { tool_id } = powers
  const mark = randomUUID()
  const prepare = () => ports.prepare({ ...request, ...powers, mark })
  const prepared = await prepare()
  await enterLedger(ports, request, powers, mark).catch((error: unknown) => {
    prepared[Symbol.dispose]()
    throw error
  })
  const typed: Typed = { secrets: new Set(), onPrinted: () => undefined }
  const output = gather(ports, powers, typed)
  const begin = async (command: PreparedCommand): Promise<Begun> => {
    const process = await startPersistent(command, {
      print(chunk) {
        output.write(chunk)
        typed.onPrinted()
      },
      logger: naming(ports.logger, request.processId),
      hasTerminal: ports.hasTerminal,
    })
    ledger.running(tool_id, process.pid, startTimeOf(process.pid) ?? '')
    return { process, early: await firstMoment(process, powers.signal) }
  }
  const isBuilt = ({ early }: Begun) => isolation === 'none' || !early || !wasNotBuilt({ why: 'ended', ...early })
  try {
    const first = await begin(prepared)
    const begun = isBuilt(first) ? first : await begin(await prepare())
    if (!isBuilt(begun)) failToStart(request.processId)
    return watch(ports, ledger.get(tool_id) as LedgerRow, { ...begun, output, typed })
  } catch (error) {
    endInLedger(ports, tool_id, { exitCode: null, signal: null }, 'process.not-started')
    throw error
  }
}

const naming = (logger: Logger, process_id: string): PersistentPorts['logger'] => ({
  warn: (fields, message) => logger.warn({ process_id, ...fields }, message),
  error: (fields, message) => logger.error({ process_id, ...fields }, message),
})

interface Begun {
  readonly process: PersistentProcess
  readonly early: ProcessExit | undefined
}

const enterLedger = (
  { ledger, mask, clock, isolation, hasTerminal }: StartPorts,
  request: PersistentRequest,
  call: CallPowers,
  mark: string,
) =>
  ledger.starting({
    tool_id: call.tool_id,
    attempt_id: call.attempt_id,
    process_id: request.processId,
    ...(call.session !== undefined && { session_id: call.session }),
    command: mask(request.line),
    cwd: request.cwd,
    isolation,
    terminal: hasTerminal,
    mark,
    boot_id: bootId(),
    started_at: new Date(clock()).toISOString(),
  })

interface Typed {
  /** Answers that a terminal did not show: what the process prints does not show them either. */
  readonly secrets: Set<string>
  onPrinted: () => void
}

/** A shorter one would be found everywhere. */
const MIN_SECRET_CHARACTERS = 4
const HIDDEN = '********'

/** Secrets are masked before anything is kept or shown. */
function gather({ mask, outputOf, follow, logger }: StartPorts, { tool_id, attempt_id }: CallPowers, { secrets }: Typed) {
  const output = outputOf(tool_id)
  const followed = follow({ tool_id, attempt_id })
  const hide = (text: string): string => [...secrets].reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
  return gatherOutput({
    mask: (text) => mask(hide(text)),
    keep({ stream, data }) {
      try {
        output.append(data, stream)
      } catch (error) {
        logger.warn({ tool_id, ...errorFields(error) }, 'output of a process could not be kept')
      }
      followed.more()
    },
  })
}

/** How it ended, if it did so before the moment was over. */
async function firstMoment({ exited }: PersistentProcess, signal: AbortSignal): Promise<ProcessExit | undefined> {
  const over = new AbortController()
  const moment = sleep(MOMENT_MILLISECONDS, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => undefined)
  const early = await Promise.race([exited, moment])
  over.abort()
  return early
}

type Ended = Pick<ProcessExit, 'signal'> & { readonly exitCode: number | null }

function endInLedger({ ledger, clock }: StartPorts, tool: ExecutionId, { exitCode, signal }: Ended, how: PlainFormName): void {
  ledger.ended(tool, { at: new Date(clock()).toISOString(), exit_code: exitCode, signal, ...describeHow(how) })
}

function watch(
  ports: StartPorts,
  row: LedgerRow,
  { process, early, output, typed }: Begun & { readonly output: ReturnType<typeof gather>; readonly typed: Typed },
): RunningProcess {
  const input = openInput(ports, row, process, typed)
  let how: PlainFormName = 'process.ended-by-itself'
  let isEnding = false
  const gone = process.exited.then((exit) => {
    input?.watch[Symbol.dispose]()
    output.end()
    endInLedger(ports, row.tool_id, exit, how)
  })
  return {
    hasExited: () => early !== undefined,
    input,
    gone,
    async end(why) {
      if (!isEnding) {
        isEnding = true
        how = why
        await endTree(row)
      }
      await gone
    },
  }
}

const TAIL_BYTES = 16 * 1024

function openInput(ports: StartPorts, { tool_id, pid }: LedgerRow, { type }: PersistentProcess, typed: Typed): ProcessInput | undefined {
  if (!type) return undefined
  const stored = ports.outputOf(tool_id)
  const tail = () => stored.read(Math.max(0, stored.end() - TAIL_BYTES)).output
  const watch = watchInput({ pid, tail, clock: ports.clock, onChange: ports.onInputChange })
  typed.onPrinted = watch.active
  return {
    watch,
    async type(text, isSecret = false) {
      const secret = text.trim()
      if (isSecret && secret.length >= MIN_SECRET_CHARACTERS) typed.secrets.add(secret)
      await type(text)
      watch.active()
    },
  }
}
