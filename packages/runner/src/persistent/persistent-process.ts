// One process that outlives its call, from its start to its end: its output is gathered, its end is seen, and what it makes that would
// run later is put away, meanwhile and at its end.
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { StringDecoder } from 'node:string_decoder'
import { describeFull, TOO_MANY } from '../commands/prepare-command.ts'
import type { PreparedCommand } from '../commands/prepared-command.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import { endProcessTree } from '../programs/end-process-tree.ts'
import { watchProcessCount } from '../programs/process-count.ts'
import { closePipes, DRAIN_MILLISECONDS } from '../programs/run-program.ts'
import { spawnProgram } from '../programs/spawn-program.ts'
import { describeSettled } from '../sandbox/later-run/describe-settled.ts'
import type { Settled } from '../sandbox/later-run/put-away/settle-log.ts'
import { settleInRounds } from './settle-in-rounds.ts'

export type Print = (chunk: { readonly stream: 'stdout' | 'stderr'; readonly data: string }) => void

export interface ProcessExit {
  readonly exitCode: number
  readonly signal: string | null
  /** What the sandbox said of itself. */
  readonly status: string
}

export interface PersistentProcess {
  readonly pid: number
  /** As if it was typed; undefined where it has no terminal. Rejects where it takes no more. */
  readonly type: ((text: string) => Promise<void>) | undefined
  /** It has ended, and the last of its output was printed. */
  readonly exited: Promise<ProcessExit>
}

export interface PersistentPorts {
  /** It has a terminal as its input and output. */
  readonly hasTerminal: boolean
  readonly print: Print
  /** Its lines say which process it is. */
  readonly logger: Pick<Logger, 'warn' | 'error'>
}

/** Rejects where it could not be started at all. */
export async function startPersistent(
  prepared: PreparedCommand,
  { print, logger, hasTerminal }: PersistentPorts,
): Promise<PersistentProcess> {
  const { start } = prepared
  const child = spawnProgram({ ...start, input: hasTerminal ? 'pipe' : 'ignore' })
  if (prepared.notes) print({ stream: 'stderr', data: prepared.notes })
  const status = printAll(child, print)
  const report = (settled: Settled) => reportAndLog(settled, { print, logger })
  const onError = (error: unknown) => logger.error(errorFields(error), 'what a process made could not be looked at')
  const rounds = settleInRounds({ settle: () => prepared.settleMeanwhile(), report, onError })
  const { scratch } = prepared
  const onFull = () => {
    print({ stream: 'stderr', data: describeFull(true) })
    endProcessTree(child, start)
  }
  scratch?.full.addEventListener('abort', onFull, { once: true })
  const exited = waitForExit(child, start, print)
    .finally(() => scratch?.full.removeEventListener('abort', onFull))
    .finally(() => rounds.stop())
    .then(async ({ code, signal }) => {
      report(await prepared.settle())
      return { ...describeExit(code, signal, start.endsWithLeader || hasTerminal), status: status() }
    })
    .finally(() => prepared[Symbol.dispose]())
  if (child.pid === undefined) {
    await exited
    throw new Error(`${start.program} has no process`)
  }
  return { pid: child.pid, exited, type: typeInto(child) }
}

function typeInto({ stdin }: ChildProcess): PersistentProcess['type'] {
  if (!stdin) return undefined
  // Whoever writes is told; between writes it is the end of the process, which is seen anyway.
  stdin.on('error', () => undefined)
  return (text) => new Promise((resolve, reject) => stdin.write(text, (error) => (error ? reject(error) : resolve())))
}

function reportAndLog(settled: Settled, { print, logger }: Pick<PersistentPorts, 'print' | 'logger'>): void {
  const report = describeSettled(settled)
  if (report) print({ stream: 'stderr', data: report })
  const { away, failed } = settled
  const names = away.map(({ name }) => name)
  if (names.length > 0) logger.warn({ names }, 'a process made files that would be run or obeyed later; they are kept apart')
  if (failed.length > 0) logger.error({ failed }, 'files that would be run or obeyed later could not be put away; remove them')
}

/** Returns what came on the third pipe, where the sandbox tells of itself. */
function printAll(child: ChildProcess, print: Print): () => string {
  for (const stream of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder('utf8')
    const say = (data: string) => data && print({ stream, data })
    child[stream]?.on('data', (chunk: Buffer) => say(decoder.write(chunk)))
    child[stream]?.on('end', () => say(decoder.end()))
  }
  let status = ''
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    status += chunk.toString('latin1')
  })
  return () => status
}

interface RawExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

function waitForExit(child: ChildProcess, start: PreparedCommand['start'], print: Print): Promise<RawExit> {
  const { promise, resolve, reject } = Promise.withResolvers<RawExit>()
  const { maxProcesses } = start
  const endAll = () => endProcessTree(child, start)
  const onTooMany = () => {
    print({ stream: 'stderr', data: TOO_MANY })
    endAll()
  }
  const watch = maxProcesses && child.pid ? watchProcessCount({ pid: child.pid, maxProcesses, onTooMany }) : undefined
  child.once('error', reject)
  child.once('exit', () => {
    // Whatever it left behind in its group ends with it.
    endAll()
    setTimeout(() => closePipes(child), DRAIN_MILLISECONDS).unref()
  })
  child.once('close', (code, signal) => resolve({ code, signal }))
  return promise.finally(() => watch?.[Symbol.dispose]())
}

const SIGNALS = new Map<number, string>(Object.entries(constants.signals).map(([name, number]) => [number, name]))

/** A sandbox, and what makes a terminal, tell of a signal by their own exit code, as a shell does. */
function describeExit(code: number | null, signal: NodeJS.Signals | null, isWrapped: boolean): Pick<ProcessExit, 'exitCode' | 'signal'> {
  if (signal) return { exitCode: 128 + constants.signals[signal], signal }
  const exitCode = code ?? 0
  return { exitCode, signal: isWrapped && exitCode > 128 ? (SIGNALS.get(exitCode - 128) ?? null) : null }
}
