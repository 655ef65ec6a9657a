// How much of the database's file a call uses, with a result of 1 KiB that hardly compresses: random digits, and random letters.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Figure, Measure } from '../figure.ts'
import { databaseOf } from '../growth/fill-store.ts'
import { startOurs } from '../ours/start-ours.ts'
import { READ_PATH } from '../side.ts'
import { makeWorkspace } from '../workspace.ts'

const CALLS = 1_500
const RESULT_BYTES = 1_024
const IN_FLIGHT = 8
const LARGEST = 7

export const database: Measure = {
  name: 'database',
  async run({ folder }) {
    const measure = async (name: 'databaseBytes' | 'databaseBytesDense', encoding: 'hex' | 'base64'): Promise<Figure> => {
      const places = { data: folder(), workspace: makeWorkspace(folder()) }
      const content = randomBytes(RESULT_BYTES).toString(encoding).slice(0, RESULT_BYTES)
      writeFileSync(join(places.workspace, READ_PATH), content)
      const before = await fillWith(places, content, 1)
      const after = await fillWith(places, content, CALLS)
      const parts = [...after].map(([part, bytes]) => [part, Math.round((bytes - (before.get(part) ?? 0)) / CALLS)] as const)
      const largest = parts.toSorted(([, a], [, b]) => b - a).slice(0, LARGEST)
      const note = largest.map(([part, bytes]) => `${part} ${bytes}`).join(', ')
      return { name, value: parts.reduce((sum, [, bytes]) => sum + bytes, 0), note }
    }
    return [await measure('databaseBytes', 'hex'), await measure('databaseBytesDense', 'base64')]
  },
}

/** Bytes of each table and index after this many further calls, once the server has stopped. */
async function fillWith(places: { data: string; workspace: string }, expected: string, count: number): Promise<Map<string, number>> {
  {
    await using side = await startOurs(places)
    await side.client.ask('block', { call: side.read, expected, count, inFlight: IN_FLIGHT })
  }
  using opened = new DatabaseSync(databaseOf(places.data), { readOnly: true })
  const rows = opened.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all()
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
}
