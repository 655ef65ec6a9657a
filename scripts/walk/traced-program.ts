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

process.on('message', async () => {
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

process.exitCode = await runCommandLine(process.argv)
