// A process may run for hours: what it plants is put away meanwhile, every few seconds, so that nobody trips over it.
import type { FailedName, Settled } from '../sandbox/later-run/put-away/settle-log.ts'

const PAUSE_MILLISECONDS = 3_000
/** In a very large workspace a look takes its time: the pause after it is this many times as long. */
const PAUSE_FACTOR = 20

export interface RoundPorts {
  readonly settle: () => Promise<Settled>
  readonly report: (settled: Settled) => void
  /** A round that failed is no reason not to try the next one. */
  readonly onError: (error: unknown) => void
}

export interface Rounds {
  /** Resolves when no round is under way; none begins afterwards. */
  stop(): Promise<void>
}

export function settleInRounds({ settle, report, onError }: RoundPorts): Rounds {
  const worthReporting = createFailureFilter()
  let isStopped = false
  let round = Promise.resolve()
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    const began = performance.now()
    try {
      const { away, failed } = await settle()
      report({ away, failed: worthReporting(failed) })
    } catch (error) {
      onError(error)
    }
    if (!isStopped) wait(Math.max(PAUSE_MILLISECONDS, PAUSE_FACTOR * (performance.now() - began)))
  }
  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      round = look()
    }, milliseconds).unref()
  }
  wait(PAUSE_MILLISECONDS)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}

/** What fails once may just have gone by itself; what fails twice in a row is reported, and once only. */
function createFailureFilter(): (failed: readonly FailedName[]) => FailedName[] {
  const reported = new Set<string>()
  let before = new Set<string>()
  return (failed) => {
    const repeated = failed.filter(({ name }) => before.has(name) && !reported.has(name))
    before = new Set(failed.map(({ name }) => name))
    for (const { name } of repeated) reported.add(name)
    return repeated
  }
}
