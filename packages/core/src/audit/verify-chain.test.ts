import { hashOfRow, type LogRow } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { CHAIN_START, missingTail, verifyRows } from './verify-chain.ts'

async function logOfFive(): Promise<LogRow[]> {
  const world = await createWorld()
  for (let i = 0; i < 5; i++) await world.engine.filesChanged(world.project.id, [`f${i}`])
  return world.rows()
}

test('an untouched log verifies, in one go or in pages', async () => {
  const rows = await logOfFive()
  const whole = verifyRows(CHAIN_START, rows)
  expect(whole).toEqual({ seq: 5, hash: rows.at(-1)?.hash })
  const first = verifyRows(CHAIN_START, rows.slice(0, 2))
  expect(verifyRows(first as { seq: number; hash: string }, rows.slice(2))).toEqual(whole)
})

test('a changed row, a missing row and a changed hash show', async () => {
  const rows = await logOfFive()
  const changed = rows.with(2, { ...(rows[2] as LogRow), payload: '{"paths":["other"]}' })
  expect(verifyRows(CHAIN_START, changed)).toMatchObject({ seq: 3, problem: 'row 3 was changed' })
  expect(verifyRows(CHAIN_START, rows.toSpliced(2, 1))).toMatchObject({ problem: 'row 3 is missing' })
  const rehashed = { ...(changed[2] as LogRow) }
  expect(verifyRows(CHAIN_START, changed.with(2, { ...rehashed, hash: hashOfRow(rehashed) }))).toMatchObject({ seq: 4 })
})

test('a log that was rewritten from end to end does not match the signed head', async () => {
  const rows = await logOfFive()
  const head = { seq: 5, hash: (rows[4] as LogRow).hash }
  const rewritten: LogRow[] = []
  for (const row of rows) {
    const next = { ...row, payload: row.payload.replace('f1', 'f9'), prev_hash: rewritten.at(-1)?.hash ?? CHAIN_START.hash }
    rewritten.push({ ...next, hash: hashOfRow(next) })
  }
  expect(verifyRows(CHAIN_START, rewritten)).not.toHaveProperty('problem')
  expect(verifyRows(CHAIN_START, rewritten, [head])).toMatchObject({ problem: 'row 5 is not the one that was signed' })
})

test('a log that was cut off does not reach the signed head', async () => {
  const rows = await logOfFive()
  const state = verifyRows(CHAIN_START, rows.slice(0, 3)) as { seq: number; hash: string }
  expect(missingTail(state, [{ seq: 5, hash: 'x' }])).toMatchObject({ seq: 4 })
  expect(missingTail(state, [{ seq: 3, hash: 'x' }])).toBeUndefined()
})
