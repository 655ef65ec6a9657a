// What ten thousand pending approvals cost while there are no requests: far from their end, in the last minute, and how late they expire.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Places } from '../bare/start-bare.ts'
import { startOurServer } from '../ours/start-ours.ts'
import type { Child } from '../processes/child.ts'
import { databaseOf } from './fill-store.ts'
import { untilQuiet } from './until-quiet.ts'

export interface SweepFigures {
  /** Shares of a core, in percent. */
  readonly idlePercent: number
  readonly lastMinutePercent: number
  readonly latenessSeconds: number
}

/** Long enough for the server's work after its start. */
const SETTLE_MILLISECONDS = 60_000
const LAST_MINUTE_SECONDS = 55

export async function measureSweep(places: Places, idleSeconds: number): Promise<SweepFigures> {
  const expiry = Date.now() + SETTLE_MILLISECONDS + (idleSeconds + LAST_MINUTE_SECONDS + 20) * 1000
  using database = new DatabaseSync(databaseOf(places.data))
  database.prepare(`UPDATE approvals SET expires_at = ?, warned = 0 WHERE status = 'pending'`).run(expiry)
  const { server } = await startOurServer(places, { runner: false })
  await using _stopped = server
  await untilQuiet(server)
  const idlePercent = await shareOf(server, idleSeconds)
  await pause(Math.max(0, expiry - Date.now() - LAST_MINUTE_SECONDS * 1000))
  const lastMinutePercent = await shareOf(server, LAST_MINUTE_SECONDS - 2)
  const latenessSeconds = (await untilExpired(database, expiry)) / 1000
  return { idlePercent, lastMinutePercent, latenessSeconds }
}

async function shareOf(server: Child, seconds: number): Promise<number> {
  const before = await server.ask<number>('processor')
  await pause(seconds * 1000)
  return ((await server.ask<number>('processor')) - before) / (seconds * 10_000)
}

async function untilExpired(database: DatabaseSync, expiry: number): Promise<number> {
  const waiting = database.prepare(`SELECT count(*) AS count FROM approvals WHERE status = 'pending'`)
  for (;;) {
    if (Number(waiting.get()?.count) === 0) return Math.max(0, Date.now() - expiry)
    if (Date.now() > expiry + 300_000) throw new Error('approvals still wait five minutes after their end')
    await pause(200)
  }
}
