import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeStore } from '../../../../core/test/store.behaviour.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const root = mkdtempSync(join(tmpdir(), 'countersign-store-'))
let count = 0

describeStore('SQLite', () => openSqliteStore({ path: join(root, `${++count}`, 'countersign.sqlite') }))

afterAll(() => rmSync(root, { recursive: true, force: true }))
