// Signs the heads of logs that are due: soon after the start, then every hour, and whenever a log has grown by a thousand rows.
// The rest is signed when the server stops.
import type { Engine } from '@countersign/core'
import { type Heads, ROWS_BETWEEN_HEADS, signDueHeads } from '../audit/index.ts'
import { type Repeated, repeat } from './repeat.ts'

const LOOK_MILLISECONDS = 60 * 60 * 1000
const FIRST_MILLISECONDS = 10_000

export function startHeadSigning(engine: Pick<Engine, 'read' | 'clock' | 'watchGrowth' | 'onDefect'>, heads: Heads): Repeated {
  const onError = (error: unknown) => engine.onDefect(error, 'head signing')
  /** Heads are signed one after another, so that no row is signed twice. */
  let turn: Promise<unknown> = Promise.resolve()
  const sign = (all: boolean) => {
    turn = turn.then(() => signDueHeads({ reader: engine, heads, now: new Date(engine.clock.now()), all })).catch(onError)
    return turn
  }
  const unwatch = engine.watchGrowth(ROWS_BETWEEN_HEADS, () => void sign(false))
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
