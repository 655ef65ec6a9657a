// `countersign …` from its sources; it reports over IPC which of our functions it entered since the last request. A module that is only
// loaded, or that has only types and constants, is not entered.
import { type Profiler, Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../apps/cli/src/run-command-line.ts'
import { ROOT } from '../run-command.ts'
import type { EnteredFunction } from './entered-function.ts'

const OUR_SOURCE = /^(packages|apps)\/[^/]+\/src\//

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

let isTraced = false

process.on('message', async () => {
  isTraced = true
  // Reading the counts resets them to zero.
  const { result } = await session.post('Profiler.takePreciseCoverage')
  process.send?.(result.flatMap(enteredIn))
})
// The channel alone keeps no program running.
process.channel?.unref()

function enteredIn({ url, functions }: Profiler.ScriptCoverage): EnteredFunction[] {
  const file = url.startsWith('file://') ? relative(ROOT, fileURLToPath(url)) : ''
  return OUR_SOURCE.test(file) ? functions.filter(isEntered).map((one) => ({ file, name: one.functionName, at: startOf(one) })) : []
}

/** The range that starts at 0 is the module itself, which runs when it is loaded. */
const isEntered = (one: Profiler.FunctionCoverage): boolean => startOf(one) > 0 && (one.ranges[0]?.count ?? 0) > 0

const startOf = ({ ranges: [whole] }: Profiler.FunctionCoverage): number => whole?.startOffset ?? 0

/**
 * On a busy machine a call takes longer than the pauses of the background tasks: while calls are traced, these do not run. The report of
 * changed files is one of them: it is sent later, for many calls together.
 */
const BACKGROUND = ['/packages/server/src/background/', '/apps/cli/src/serve/', '/packages/runner/src/watch/']

const paused = (callback: () => void): (() => void) => {
  const isBackground = BACKGROUND.some((folder) => new Error('started here').stack?.includes(folder))
  return isBackground ? () => isTraced || callback() : callback
}

const { setTimeout: startTimer, setInterval: startInterval } = globalThis
globalThis.setTimeout = Object.assign((callback: () => void, ...rest: [number?]) => startTimer(paused(callback), ...rest), startTimer)
globalThis.setInterval = Object.assign(
  (callback: () => void, ...rest: [number?]) => startInterval(paused(callback), ...rest),
  startInterval,
)

/** The server's own question about devices reads the stream as any page does, and is not part of a call: it gets no answer. */
globalThis.fetch = () => Promise.withResolvers<Response>().promise

process.exitCode = await runCommandLine(process.argv)
