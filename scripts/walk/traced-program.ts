// `countersign …` from its sources, which says over IPC which of our files it entered since it was last asked.
// Function counts of V8 only: a module that is merely loaded, or that holds types and constants, is not entered.
import { type Profiler, Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../apps/cli/src/run-command-line.ts'
import { ROOT } from '../run-command.ts'

const OUR_SOURCE = /^(packages|apps)\/[^/]+\/src\//

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

process.on('message', async () => {
  // Taking the counts sets them back to zero.
  const { result } = await session.post('Profiler.takePreciseCoverage')
  process.send?.(
    result
      .filter(isEntered)
      .map(({ url }) => toPath(url))
      .filter((path) => OUR_SOURCE.test(path)),
  )
})
// The channel alone keeps no program running.
process.channel?.unref()

/** The first function is the module itself, which runs when it is loaded. */
function isEntered({ url, functions: [, ...functions] }: Profiler.ScriptCoverage): boolean {
  return url.startsWith('file://') && functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))
}

const toPath = (url: string): string => relative(ROOT, fileURLToPath(url))

process.exitCode = await runCommandLine(process.argv)
