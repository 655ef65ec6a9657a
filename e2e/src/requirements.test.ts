// Every requirement is verified by a scenario or a unit test, or names the later work that will verify it.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { REQUIREMENTS } from './requirements.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The ids that scenarios name, read from their source text, so that no scenario has to run for this. */
const named = new Set(
  globSync('e2e/src/**/*.ts', { cwd: ROOT }).flatMap((file) => {
    const lists = readFileSync(join(ROOT, file), 'utf8').matchAll(/verifies: \[([^\]]*)\]/g)
    return [...lists].flatMap(([, list]) => [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, id]) => id as string))
  }),
)

const ids = REQUIREMENTS.map(({ id }) => id)

test('every requirement that is not for later has a scenario or a unit test', () => {
  const uncovered = REQUIREMENTS.filter(
    ({ id, status, verifiedBy = [] }) => status !== 'later' && !named.has(id) && verifiedBy.length === 0,
  )
  expect(uncovered.map(({ id }) => id)).toEqual([])
})

test('a scenario names only requirements that exist', () => {
  expect([...named].filter((id) => !ids.includes(id))).toEqual([])
})

test('a requirement for later is not verified yet, or its mark must go', () => {
  const verified = REQUIREMENTS.filter(({ id, status, verifiedBy = [] }) => status === 'later' && (named.has(id) || verifiedBy.length > 0))
  expect(verified.map(({ id }) => id)).toEqual([])
})

test('every error code is met in a scenario', () => {
  const texts = globSync('e2e/src/scenarios/**/*.ts', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))
  expect(Object.keys(ERROR_CODES).filter((code) => !texts.some((text) => text.includes(`'${code}'`)))).toEqual([])
})

test('no two requirements have the same id', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('every unit test that a requirement names exists', () => {
  const missing = REQUIREMENTS.flatMap(({ verifiedBy = [] }) => verifiedBy).filter((reference) => !exists(reference))
  expect(missing).toEqual([])
})

function exists(reference: string): boolean {
  const [file = '', words = ''] = reference.split('#')
  return words !== '' && existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8').includes(words)
}
