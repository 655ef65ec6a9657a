// Source files that other people wrote, as found in node_modules of this repository.
import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const [MIN_BYTES, MAX_BYTES] = [300, 30_000]
const PACKAGES = ['diff', 'zod', 'vitest', 'fast-check', 'kysely', 'fastify', 'pino', 'jose', 'typescript', 'chai', 'undici']

export function findSources(): readonly string[] {
  const patterns = PACKAGES.map((name) => `node_modules/${name}/**/*.{js,ts,md,json,css}`)
  const texts = globSync(patterns, { cwd: ROOT })
    .sort()
    .map((name) => ROOT + name)
    .filter((file) => statSync(file).size > MIN_BYTES && statSync(file).size < MAX_BYTES)
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => !text.includes('\ufffd') && !text.includes('\0') && text.split('\n').length > 12)
  if (texts.length < 100) throw new Error(`Only ${texts.length} source files in node_modules`)
  return texts
}
