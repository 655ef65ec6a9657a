// Signs the heads of logs that are due: soon after the start, then every hour, and whenever a log has grown by a thousand rows.
// The rest is signed when the server stops.
import type { Engine } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import { type Heads, ROWS_BETWEEN_HEADS, signDueHeads } from '../audit/index.ts'
import { type Repeated, repeat } from './repeat.ts'

const LOOK_MILLISECONDS = 60 * 60 * 1000
const FIRST_MILLISECONDS = 10_000

export function startHeadSigning(engine: Pick<Engine, 'read' | 'clock' | 'watchLogs' | 'onDefect'>, heads: Heads): Repeated {
  const onError = (error: unknown) => engine.onDefect(error, 'head signing')
  /** Heads are signed one after another, so that no row is signed twice. */
  let turn: Promise<unknown> = Promise.resolve()
  const sign = (all: boolean) => {
    turn = turn.then(() => signDueHeads({ reader: engine, heads, now: new Date(engine.clock.now()), all })).catch(onError)
    return turn
  }
  const grown = countGrowth(() => void sign(false))
  const unwatch = engine.watchLogs(grown)
  const looking = repeat({
    work: () => sign(false),
    pauseMilliseconds: LOOK_MILLISECONDS,
    firstAfterMilliseconds: FIRST_MILLISECONDS,
    onError,
  })
  return {
    stop: async () => {
      unwatch()
      await looking.stop()
      await sign(true)
    },
  }
}

/** Calls `due` each time a log has grown by a fixed number of rows. */
function countGrowth(due: () => void): (project: ProjectId, seq: number) => void {
  const seen = new Map<ProjectId, number>()
  return (project, seq) => {
    const from = seen.get(project)
    if (from !== undefined && seq - from < ROWS_BETWEEN_HEADS) return
    seen.set(project, seq)
    if (from !== undefined) due()
  }
}
