// The deletion of a project: what the request costs, how long others are not served, and what the server does afterwards.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../client/send.ts'
import type { Asked } from './asked.ts'
import { databaseOf } from './fill-store.ts'

export interface DeletionFigures {
  readonly requestMilliseconds: number
  readonly standstillMilliseconds: number
  readonly totalMilliseconds: number
  /** Undefined if rows were left when the time was over. */
  readonly emptyAfterSeconds: number | undefined
}

export async function measureDeletion({ agent, ready, server }: Asked, data: string, maxSeconds: number): Promise<DeletionFigures> {
  await server.ask('watchLoop')
  const before = await server.ask<number>('processor')
  const started = Date.now()
  const headers = { authorization: `Bearer ${ready.tokens.operator}` }
  const { status, text } = await send(agent, { method: 'DELETE', url: `${ready.url}/my/projects/${ready.project_id}`, headers })
  if (status !== 200) throw new Error(`DELETE answered ${status}: ${text.slice(0, 300)}`)
  const requested = (await server.ask<number>('processor')) - before
  const emptyAfterSeconds = await untilEmpty(data, started, maxSeconds)
  const total = (await server.ask<number>('processor')) - before
  return {
    requestMilliseconds: requested / 1000,
    standstillMilliseconds: await server.ask<number>('longestStandstill'),
    totalMilliseconds: total / 1000,
    emptyAfterSeconds,
  }
}

async function untilEmpty(data: string, started: number, maxSeconds: number): Promise<number | undefined> {
  using database = new DatabaseSync(databaseOf(data), { readOnly: true })
  const left = database.prepare(
    'SELECT (SELECT count(*) FROM (SELECT 1 FROM tool_executions LIMIT 1)) + (SELECT count(*) FROM (SELECT 1 FROM events LIMIT 1)) AS count',
  )
  while (Date.now() - started < maxSeconds * 1000) {
    if (Number(left.get()?.count) === 0) return (Date.now() - started) / 1000
    await pause(500)
  }
  return undefined
}
