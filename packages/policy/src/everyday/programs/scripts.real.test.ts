// Scripts of sed and awk that are judged to be plain, tried on the real programs: none makes a file or runs anything.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { timesOf } from '../../../../../scripts/chaos/sample.ts'
import { isPlainProgram } from './awk.ts'
import { isPlainScript } from './sed.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-scripts-'))
writeFileSync(join(folder, 'in'), 'a b\ns,;]\n[/x\ne id\n1 2 3\n')
afterAll(() => rmSync(folder, { recursive: true }))
const isHere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

const made = (): string[] => readdirSync(folder).filter((name) => name !== 'in')

/** Scripts that are plain by our reading, and what each of them made. */
function tryAll(program: string, scripts: readonly string[]): string[] {
  return scripts.filter((script) => {
    const { status } = spawnSync(program, [...(program === 'sed' ? ['-n'] : []), script, 'in'], {
      cwd: folder,
      timeout: 2_000,
      env: { PATH: process.env.PATH },
    })
    const names = made()
    for (const name of names) rmSync(join(folder, name))
    return names.length > 0 && status !== undefined
  })
}

const SED =
  'e touch X|w X|1|$|2,3|/a/|/[/|],;/|\\,a,|p|d|q|s/a/b/|s/[/|]/|s,x,|s|y/ab/ba/|;|;|;|{|}|\n|a\\|i t|c x|e|W|w|M|I|!|g|/|/|,|[|]|\\|#|:l|b l|=|N|r in|R in'.split(
    '|',
  )
const AWK = '{|}|print|$1|;|"X"|>|>=|>>|||"touch X"|system|(|)|getline|<|BEGIN|END|/a/|/|"|\\|printf|@|x=1|if|,|close|+|~|[|]|#|\n'.split(
  /\|(?!\|)/,
)

const sampleOf = (pieces: readonly string[], seed: number): string[] =>
  fc.sample(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join('')),
    { seed, numRuns: timesOf(400_000, 40_000) },
  )

test.skipIf(!isHere('sed'))('a plain sed script makes no file', { timeout: 240_000 }, () => {
  const plain = [...new Set(sampleOf(SED, 7).filter(isPlainScript))].slice(0, timesOf(5_000, 400))
  expect(plain.length).toBeGreaterThan(200)
  expect(tryAll('sed', plain)).toEqual([])
})

test.skipIf(!isHere('awk'))('a plain awk program makes no file', { timeout: 240_000 }, () => {
  const plain = [...new Set(sampleOf(AWK, 8).filter(isPlainProgram))].slice(0, timesOf(5_000, 400))
  expect(plain.length).toBeGreaterThan(200)
  expect(tryAll('awk', plain)).toEqual([])
})

test.skipIf(!isHere('sed'))('a script that makes one would be seen', () => {
  expect(tryAll('sed', ['w X', 'p'])).toEqual(['w X'])
  expect(existsSync(join(folder, 'X'))).toBe(false)
})
