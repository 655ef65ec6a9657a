// Every probe in the sandbox, with the runner as an ordinary user and as root. The probes are data: ../../test/probes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testProgram } from '../../../../scripts/test-program.ts'
import { SECRET } from '../../test/probes/probe.ts'
import { PROBES } from '../../test/probes/probes.ts'
import type { ProbeReport } from '../../test/probes/run-probes.ts'

const PROGRAM = testProgram(new URL('../../test/probes/run-probes.ts', import.meta.url))
const isRoot = process.getuid?.() === 0
// No user of this machine has this number, and so nobody else's files or processes.
const ORDINARY = 54_321

const folder = mkdtempSync(join(tmpdir(), 'countersign-others-'))
const othersFile = join(folder, 'readable.txt')
beforeAll(() => {
  chmodSync(folder, 0o755)
  writeFileSync(othersFile, SECRET, { mode: 0o644 })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Undefined where this user cannot even read the program. */
async function runProbes(identity: { uid?: number; gid?: number }, ...words: string[]): Promise<ProbeReport | undefined> {
  const left = [openSync(othersFile, 'r'), openSync(folder, 'r')]
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: '/nonexistent', AWS_SECRET_ACCESS_KEY: SECRET }
  const child = spawn(process.execPath, [PROGRAM, othersFile, ...words], {
    ...identity,
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...left],
  })
  for (const descriptor of left) closeSync(descriptor)
  const [stdout, stderr] = [text(child.stdout as never), text(child.stderr as never)]
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return JSON.parse(await stdout) as ProbeReport
  if (/EACCES|ENOENT|permission denied/i.test(await stderr)) return undefined
  throw new Error(await stderr)
}

const USERS = [
  { user: 'an ordinary user', identity: isRoot ? { uid: ORDINARY, gid: ORDINARY } : {}, words: ['--bare-too'], missing: undefined },
  { user: 'root', identity: {}, words: [], missing: isRoot ? undefined : 'the tests do not run as root' },
]

describe.each(USERS)('with the runner as $user', ({ identity, words, missing }) => {
  let report: ProbeReport | undefined
  let why = missing
  beforeAll(async () => {
    if (why === undefined) report = await runProbes(identity, ...words)
    if (why === undefined && report === undefined) why = 'this user cannot read the repository'
    if (report?.isolation === 'none') why = 'there is no sandbox on this machine'
    if (why !== undefined && missing === undefined && process.env.CI) throw new Error(why)
  }, 180_000)

  it.for(PROBES.map(({ title }) => title))('the sandbox holds: %s', (title, { skip }) => {
    if (why !== undefined) skip(why)
    expect(report?.sandboxed[title]).toBeNull()
  })

  it.for(words)('without the sandbox the same lines reach what they want (%s)', (_, { skip }) => {
    if (why !== undefined) skip(why)
    for (const { title } of PROBES.filter(({ reachesBare }) => reachesBare)) expect(report?.bare[title], title).toEqual(expect.any(String))
  })
})
