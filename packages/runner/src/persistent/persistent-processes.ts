// All processes of this project that outlive their call. They are started, read and ended here, and nowhere else; each is in
// the ledger before it runs.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessFacts } from '@countersign/policy'
import { type ExecutionId, Failure, LIMITS, type PlainFormName, type ProcessReport, sentence } from '@countersign/protocol'
import type { PersistentOutput, PersistentRequest, PersistentState } from '@countersign/tools'
import type { Followed, PrintingCall } from '../output/send-output.ts'
import { openStoredOutput, type StoredOutput } from '../output/stored-output.ts'
import { type Ledger, type LedgerRow, openLedger } from './ledger.ts'
import { endLeftovers } from './recover.ts'
import { type CallPowers, type ProcessInput, type RunningProcess, type StartPorts, startProcess } from './start-process.ts'

export interface PersistentProcesses extends AsyncDisposable {
  start(request: PersistentRequest, powers: CallPowers): Promise<PersistentState>
  read(request: { readonly processId: string; readonly after: number }): PersistentOutput
  end(processId: string): Promise<PersistentState>
  /** As if it was typed at its terminal. Fails with NOT_FOUND where no such process of the session runs or it has no terminal. */
  write(request: InputRequest): Promise<{ readonly bytes: number }>
  /** The answer to what one process waits for. Fails with INPUT_CHANGED where it waits for that no more, or shows what is typed by now. */
  answer(tool: ExecutionId, answer: InputAnswer): Promise<void>
  /** What is known of a process that runs under this name. */
  facts(processId: string): ProcessFacts | undefined
  /** The process of one call, if it has one that runs. */
  endCall(tool: ExecutionId, why: PlainFormName): Promise<void>
  endAll(why: PlainFormName): Promise<void>
  /** All that run, and the last ones that have ended. */
  reports(): ProcessReport[]
  /** Who wants to know when one starts or ends, and follows what each prints. What an earlier listener did not get is told now. */
  listen(listener: ProcessListener): void
}

export interface InputRequest {
  readonly processId: string
  readonly text: string
  /** Left out where the runner is told none. */
  readonly session?: string | undefined
}

export interface InputAnswer {
  readonly waitId: string
  readonly text: string
}

export interface ProcessListener {
  onChange(): void
  follow(call: PrintingCall, output: StoredOutput): Followed
}

export interface PersistentOptions extends Omit<StartPorts, 'ledger' | 'outputOf' | 'follow' | 'onInputChange'> {
  readonly folder: string
}

/** The output of this many processes stays readable after their end. */
const KEPT_ENDED = LIMITS.maxPersistentProcesses

/** Whatever an earlier runner left is ended first. */
export async function openPersistentProcesses(options: PersistentOptions): Promise<PersistentProcesses> {
  const { folder, clock, logger } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ledger = openLedger(join(folder, 'ledger.jsonl'), (lines) => logger.warn({ lines }, 'lines of the ledger cannot be read'))
  await endLeftovers({
    ledger,
    clock,
    onFound: ({ process_id, pid }, { how }) => logger.warn({ process_id, pid, how }, 'a process of an earlier runner'),
  })
  const outputs = new Map<ExecutionId, StoredOutput>()
  const outputOf = (tool: ExecutionId): StoredOutput => {
    const output = outputs.get(tool) ?? openStoredOutput(join(folder, 'output', tool))
    outputs.set(tool, output)
    return output
  }
  const running = new Map<ExecutionId, RunningProcess>()
  const starting = new Set<string>()
  let listener: ProcessListener | undefined
  const changed = () => listener?.onChange()
  const followed = new Map<ExecutionId, Followed>()
  const follow = (call: PrintingCall): Pick<Followed, 'more'> => {
    const following = listener?.follow(call, outputOf(call.tool_id))
    if (following) followed.set(call.tool_id, following)
    return { more: () => following?.more() }
  }
  /** It prints no more: when all of it is sent, a later start need not send it again. */
  const endFollowing = async (tool: ExecutionId): Promise<void> => {
    const isSent = await followed.get(tool)?.end()
    followed.delete(tool)
    if (isSent) outputs.get(tool)?.markSent()
  }

  const forgetOldest = (): void => {
    const ended = ledger.rows().filter((row) => row.ended !== null)
    for (const { tool_id } of ended.slice(0, -KEPT_ENDED)) {
      outputOf(tool_id).remove()
      outputs.delete(tool_id)
      ledger.forget(tool_id)
    }
  }
  forgetOldest()

  const launch = async (request: PersistentRequest, powers: CallPowers): Promise<PersistentState> => {
    const process = await startProcess({ ...options, ledger, outputOf, follow, onInputChange: changed }, request, powers).catch(
      (error: unknown) => {
        void endFollowing(powers.tool_id)
        throw error
      },
    )
    running.set(powers.tool_id, process)
    const gone = process.gone.then(() => {
      running.delete(powers.tool_id)
      void endFollowing(powers.tool_id)
      forgetOldest()
      changed()
    })
    if (process.hasExited()) await gone
    changed()
    if (powers.signal.aborted) {
      await process.end('process.call-cancelled')
      throw new Failure('CANCELLED')
    }
    return stateOf(ledger.get(powers.tool_id) as LedgerRow)
  }
  return {
    async start(request, powers) {
      if (powers.signal.aborted) throw new Failure('CANCELLED')
      refuseTaken(request.processId, { ledger, starting })
      starting.add(request.processId)
      try {
        return await launch(request, powers)
      } finally {
        starting.delete(request.processId)
      }
    },
    read({ processId, after }) {
      const row = requireNamed(ledger, processId)
      const waitsForInput = running.get(row.tool_id)?.input?.watch.waiting() !== undefined
      return { ...stateOf(row), waitsForInput, ...outputOf(row.tool_id).read(after) }
    },
    async write({ processId, text, session }) {
      const { tool_id, session_id } = requireNamed(ledger, processId)
      if (session_id !== session) throw new Failure('NOT_FOUND', { subject: sentence('process.none-to-write', { name: processId }) })
      await requireInput(running.get(tool_id), processId).type(text)
      return { bytes: Buffer.byteLength(text) }
    },
    answer: (tool, answer) => typeAnswer(running.get(tool)?.input, answer),
    facts: (processId) => factsOf(findNamed(ledger, processId), running),
    async end(processId) {
      const { tool_id } = requireNamed(ledger, processId)
      await running.get(tool_id)?.end('process.killed')
      return stateOf(ledger.get(tool_id) as LedgerRow)
    },
    endCall: async (tool, why) => running.get(tool)?.end(why),
    endAll: async (why) => void (await Promise.all(Array.from(running.values(), (process) => process.end(why)))),
    reports: () =>
      ledger
        .rows()
        .filter(({ pid }) => pid > 0)
        .map((row) => {
          const waiting = running.get(row.tool_id)?.input?.watch.waiting()
          return { ...reportOf(row), ...(waiting && { waiting }), ...(row.ended && { output_bytes: outputOf(row.tool_id).end() }) }
        }),
    listen(next) {
      listener = next
      for (const { tool_id, attempt_id } of ledger.rows().filter(({ ended }) => ended !== null)) {
        if (outputOf(tool_id).isSent()) continue
        follow({ tool_id, attempt_id })
        void endFollowing(tool_id)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(running.values(), (process) => process.end('cancel.runner-stopped')))
      ledger.close()
    },
  }
}

/** Names are chosen by agents; the last process of a name is the one that is meant. */
const findNamed = (ledger: Ledger, name: string): LedgerRow | undefined => ledger.rows().findLast(({ process_id }) => process_id === name)

function requireNamed(ledger: Ledger, name: string): LedgerRow {
  const row = findNamed(ledger, name)
  if (!row) throw new Failure('NOT_FOUND', { subject: sentence('process.none-named', { name }) })
  return row
}

function requireInput(process: RunningProcess | undefined, name: string): ProcessInput {
  if (!process) throw new Failure('NOT_FOUND', { subject: sentence('process.not-running', { name }) })
  if (!process.input) throw new Failure('NOT_FOUND', { subject: sentence('process.no-terminal', { name }) })
  return process.input
}

/** What was asked for as a secret is not typed where it would be shown. */
async function typeAnswer(input: ProcessInput | undefined, { waitId, text }: InputAnswer): Promise<void> {
  const waiting = input?.watch.waiting()
  if (!input || waiting?.wait_id !== waitId) throw new Failure('INPUT_CHANGED', { subject: sentence('process.waits-no-more') })
  const mode = input.watch.mode()
  if (waiting.secret && !mode.isSecret) throw new Failure('INPUT_CHANGED', { subject: sentence('process.shows-input') })
  await input.type(`${text}${mode.lineEnd}`, waiting.secret)
}

function factsOf(row: LedgerRow | undefined, running: ReadonlyMap<ExecutionId, RunningProcess>): ProcessFacts | undefined {
  if (!row || row.ended) return undefined
  const into = running.get(row.tool_id)?.input?.watch.waiting()?.into
  return { key: row.tool_id, line: row.command, cwd: row.cwd ?? '.', ...(into && { into }) }
}

function refuseTaken(name: string, { ledger, starting }: { readonly ledger: Ledger; readonly starting: ReadonlySet<string> }): void {
  const rows = ledger.rows().filter(({ ended, process_id }) => ended === null && !starting.has(process_id))
  if (starting.has(name) || rows.some(({ process_id }) => process_id === name))
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('process.name-in-use', { name }) })
  if (rows.length + starting.size >= LIMITS.maxPersistentProcesses)
    throw new Failure('COMMAND_NOT_ALLOWED', { subject: sentence('process.too-many', { count: LIMITS.maxPersistentProcesses }) })
}

const stateOf = ({ process_id, pid, started_at, ended }: LedgerRow): PersistentState => ({
  processId: process_id,
  pid,
  startedAt: started_at,
  isRunning: ended === null,
  exitCode: ended?.exit_code ?? null,
  signal: ended?.signal ?? null,
})

const reportOf = ({ process_id, tool_id, pid, started_at, ended }: LedgerRow): ProcessReport => ({
  process_id,
  tool_id,
  pid,
  started_at,
  running: ended === null,
  exit_code: ended?.exit_code ?? null,
  signal: ended?.signal ?? null,
  ended_at: ended?.at ?? null,
  how_ended: ended?.how ?? null,
  ...(ended?.how_form && { how_ended_form: ended.how_form }),
})
