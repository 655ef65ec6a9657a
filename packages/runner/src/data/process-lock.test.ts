// Two ways to keep a second runner out, which must behave in the same way.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockByProcess } from './process-lock.ts'
import { lockWithSqlite } from './sqlite-lock.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'))
  file = join(folder, 'runner.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const KINDS = [
  ['by a file of the process', lockByProcess],
  ['by SQLite', lockWithSqlite],
] as const

describe.each(KINDS)('a data folder that is locked %s', (_, lockFolder) => {
  test('keeps a second runner out, in the same process too, until it is released', () => {
    const first = lockFolder(file, folder)
    expect(() => lockFolder(file, folder)).toThrow(`another runner works with ${folder}`)
    first.release()
    lockFolder(file, folder).release()
  })

  test.each(KINDS)('keeps out a second one that locks %s, and says what to do', (_kind, lockSecond) => {
    const first = lockFolder(file, folder)
    expect(() => lockSecond(file, folder)).toThrow('end it, or give this one another data folder')
    first.release()
    lockSecond(file, folder).release()
  })
})

test('the file of a process that is gone holds nobody off', () => {
  const gone = spawnSync('/usr/bin/true')
  for (const left of [JSON.stringify({ pid: gone.pid, start_time: '1', boot_id: '' }), '', '{"pid":']) {
    writeFileSync(`${file}.process`, left)
    lockByProcess(file, folder).release()
  }
  expect(readdirSync(folder)).toEqual([])
})

test('the number of a process that another has by now holds nobody off', () => {
  writeFileSync(`${file}.process`, JSON.stringify({ pid: process.pid, start_time: 'earlier', boot_id: '' }))
  lockByProcess(file, folder).release()
})

test('a lock that another took meanwhile is not released', () => {
  const first = lockByProcess(file, folder)
  rmSync(`${file}.process`)
  const second = lockByProcess(file, folder)
  first.release()
  expect(() => lockByProcess(file, folder)).toThrow('another runner')
  second.release()
})
