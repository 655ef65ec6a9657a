// One program from start to end, without a shell: its own process group, no stdin, output collected and passed on live,
// ended as a whole when its time is up or the call is cancelled.
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { LIMITS } from '@countersign/protocol'
import { endProcessTree } from './end-process-tree.ts'
import { createOutputCollector, type OutputChunk, type OutputCollector, shareOutput } from './output-collector.ts'
import { watchProcessCount } from './process-count.ts'
import { type SpawnRequest, spawnProgram } from './spawn-program.ts'

/** A program that has ended may leave its pipes open in others; this long we wait for the last words. */
export const DRAIN_MILLISECONDS = 250

export interface ProgramStart extends SpawnRequest {
  readonly timeoutSeconds: number
  /** How long it may print nothing; left out, as long as it runs. */
  readonly silenceSeconds?: number
  readonly signal: AbortSignal
  readonly onOutput?: ((chunk: OutputChunk) => void) | undefined
  /** For who is exempt from the kernel's limit. */
  readonly maxProcesses?: number | undefined
  /** Limits what is kept of both streams together; left out, as much as a result may hold. */
  readonly maxOutputBytes?: number
  /** Ending this one process ends all that it started, as it does in a sandbox. */
  readonly endsWithLeader: boolean
}

export interface ProgramEnd {
  readonly why: 'ended' | 'timeout' | 'silence' | 'cancelled' | 'too-many-processes'
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly truncated: boolean
  readonly seconds: number
  /** What was written to descriptor 3, where that is a pipe. */
  readonly status: string
}

export async function runProgram(start: ProgramStart): Promise<ProgramEnd> {
  const began = performance.now()
  const child = spawnProgram(start)
  const stdout = collect(child.stdout, 'stdout', start)
  const stderr = collect(child.stderr, 'stderr', start)
  const status = collect(child.stdio[3] ?? null, undefined, start)
  const { why, exitCode } = await waitForEnd(child, start)
  const share = shareOutput(stdout.bytes, stderr.bytes, start.maxOutputBytes ?? LIMITS.maxOutputBytes)
  return {
    why,
    exitCode,
    stdout: stdout.text(share.stdout),
    stderr: stderr.text(share.stderr),
    truncated: stdout.bytes > share.stdout || stderr.bytes > share.stderr,
    seconds: Math.round(performance.now() - began) / 1000,
    status: status.text(LIMITS.maxOutputBytes),
  }
}

function collect(
  stream: ChildProcess['stdio'][number] | null,
  name: OutputChunk['stream'] | undefined,
  { onOutput, maxOutputBytes = LIMITS.maxOutputBytes }: ProgramStart,
): OutputCollector {
  const collector = createOutputCollector({ stream: name ?? 'stdout', keepBytes: maxOutputBytes, onOutput: name && onOutput })
  stream?.on('data', (chunk: Buffer) => collector.add(chunk))
  stream?.on('end', () => collector.end())
  return collector
}

function waitForEnd(child: ChildProcess, start: ProgramStart): Promise<Pick<ProgramEnd, 'why' | 'exitCode'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<ProgramEnd, 'why' | 'exitCode'>>()
  let why: ProgramEnd['why'] = 'ended'
  const end = (reason: ProgramEnd['why']) => {
    if (why !== 'ended') return
    why = reason
    endProcessTree(child, start)
  }
  const cancel = () => end('cancelled')
  const timer = setTimeout(() => end('timeout'), start.timeoutSeconds * 1000)
  const silence = watchSilence(child, start.silenceSeconds, () => end('silence'))
  const { maxProcesses } = start
  const onTooMany = () => end('too-many-processes')
  const watch = maxProcesses && child.pid ? watchProcessCount({ pid: child.pid, maxProcesses, onTooMany }) : undefined
  start.signal.addEventListener('abort', cancel, { once: true })
  if (start.signal.aborted) cancel()
  child.once('error', reject)
  child.once('exit', () => {
    // Whatever it left behind in its group ends with it.
    endProcessTree(child, start)
    setTimeout(() => closePipes(child), DRAIN_MILLISECONDS).unref()
  })
  child.once('close', (code, signal) => resolve({ why, exitCode: code ?? 128 + (signal ? constants.signals[signal] : 0) }))
  return promise.finally(() => {
    clearTimeout(timer)
    silence[Symbol.dispose]()
    watch?.[Symbol.dispose]()
    start.signal.removeEventListener('abort', cancel)
  })
}

/** What it prints on either stream starts the time again. */
function watchSilence(child: ChildProcess, seconds: number | undefined, onSilence: () => void): Disposable {
  if (seconds === undefined) return { [Symbol.dispose]: () => undefined }
  const timer = setTimeout(onSilence, seconds * 1000)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', () => timer.refresh())
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

export function closePipes(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy()
}
