// A store with problems: a full disk, a damaged or emptied file, lost keys, a truncated log. The server then never reports
// "ready" or "Internal error", and no start recreates what was lost.
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer, tokenOf } from '../../test/test-server.ts'
import { callTool, makeWorld } from '../../test/world.ts'

const token = tokenOf(['operator'])
const DATABASE = 'countersign.sqlite'
const PAGE = 4096

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-trouble-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A stopped server with some recorded calls, and its folder. */
async function stoppedServer(): Promise<string> {
  const dataDir = dataFolder()
  await using server = await startTestServer({ dataDir })
  const world = await makeWorld(server, 'alice')
  for (let index = 0; index < 20; index++) await callTool(server, world, { path: `notes/${index}.md` }, 'read_file')
  return dataDir
}

const refusal = async (dataDir: string): Promise<string> =>
  startTestServer({ dataDir }).then(
    async (server) => {
      await server[Symbol.asyncDispose]()
      return 'it started'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )

const untilNotReady = async (server: TestServer) => {
  await expect.poll(async () => (await server.call('ready')).status, { timeout: 20_000, interval: 300 }).toBe(503)
  const reply = await server.call('ready')
  expect(reply.json).toMatchObject({ success: false, error_code: 'STORAGE' })
  expect(reply.headers['retry-after']).toBe('10')
}

/** Overwrites every page but the first with meaningless bytes. */
function overwritePages(path: string): void {
  const pages = Math.floor(statSync(path).size / PAGE)
  const file = openSync(path, 'r+')
  for (let page = 1; page < pages; page++) writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(file)
}

const moveLogIn = (path: string) => {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

describe('a server whose storage fails', () => {
  test('is not ready on a full disk, answers STORAGE, and goes on when there is room', async ({ skip }) => {
    const folder = dataFolder()
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', folder], { stdio: 'pipe' })
    } catch (error) {
      return skip(`a disk of its own cannot be mounted here: ${error}`)
    }
    onTestFinished(() => void execFileSync('umount', ['-l', folder]))
    await using server = await startTestServer({ dataDir: join(folder, 'data') })
    const world = await makeWorld(server, 'alice')
    expect((await server.call('ready')).status).toBe(200)
    fillDisk(join(folder, 'ballast'))
    await untilNotReady(server)
    const body = { tool_name: 'write_file', tool_params: { path: 'a.md', content: 'x'.repeat(500_000) }, wait_seconds: 0 }
    const refused = await server.call('execute', { token: world.tokens.agent, body: { ...body, project_id: world.ids.p } })
    expect(refused).toMatchObject({ status: 503, json: { error_code: 'STORAGE', error: expect.stringContaining('no space is left') } })
    rmSync(join(folder, 'ballast'))
    await expect.poll(async () => (await server.call('ready')).status, { timeout: 20_000, interval: 300 }).toBe(200)
    expect((await server.call('createProject', { token, body: { name: 'again' } })).status).toBeLessThan(300)
  })

  test.each<[string, (path: string) => void]>([
    ['damaged', overwritePages],
    ['emptied', (path) => truncateSync(path, 0)],
    ['removed', (path) => rmSync(path)],
  ])('is not ready when its database is %s while it runs', async (_what, harm) => {
    const dataDir = dataFolder()
    await using server = await startTestServer({ dataDir })
    await makeWorld(server, 'alice')
    const path = join(dataDir, DATABASE)
    moveLogIn(path)
    harm(path)
    await untilNotReady(server)
    const reply = await server.call('createProject', { token, body: { name: 'lost' } })
    expect(reply).toMatchObject({ status: 503, json: { error_code: 'STORAGE' } })
  })
})

describe('a start is refused, with the file and what helps,', () => {
  test.each<[string, (dataDir: string) => void, RegExp]>([
    [
      'where the database is damaged',
      (dataDir) => overwritePages(join(dataDir, DATABASE)),
      /countersign\.sqlite is damaged .* put a copy in its place/,
    ],
    [
      'where it is emptied',
      (dataDir) => truncateSync(join(dataDir, DATABASE), 0),
      /countersign\.sqlite is missing or empty.*put a copy in its place/,
    ],
    ['where it is gone', (dataDir) => rmSync(join(dataDir, DATABASE)), /countersign\.sqlite is missing or empty.*heads\.jsonl/],
    [
      'where a key is gone',
      (dataDir) => rmSync(join(dataDir, 'keys', 'audit-key.json')),
      /audit-key\.json is missing or empty.*Put it back from a copy/,
    ],
    [
      'where the clearance key is gone',
      (dataDir) => rmSync(join(dataDir, 'keys', 'clearance-key.json')),
      /clearance-key\.json is missing or empty/,
    ],
    [
      'where the audit key is another one',
      (dataDir) => copyFileSync(join(dataDir, 'keys', 'clearance-key.json'), join(dataDir, 'keys', 'audit-key.json')),
      /was not signed with this server's audit key.*same copy/,
    ],
  ])('%s', async (_what, harm, sentence) => {
    const dataDir = await stoppedServer()
    harm(dataDir)
    const before = readdirSync(join(dataDir, 'keys'))
    expect(await refusal(dataDir)).toMatch(sentence)
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(before)
  })

  test('where the end of the log was lost, and starts when the copy with it is put back', async () => {
    const dataDir = await stoppedServer()
    const path = join(dataDir, DATABASE)
    const whole = readFileSync(path)
    const database = new DatabaseSync(path)
    database.exec('DELETE FROM events WHERE seq > 5')
    database.exec(
      'UPDATE projects SET last_seq = 5, last_hash = (SELECT hash FROM events WHERE seq = 5 AND project_id = projects.id) WHERE last_seq > 5',
    )
    database.close()
    expect(await refusal(dataDir)).toMatch(/log ends at row 5, but row \d+ was signed.*put a copy in its place/)
    writeFileSync(path, whole)
    expect(await refusal(dataDir)).toBe('it started')
  })
})

test('what was written over or deleted leaves no trace in the file', async () => {
  const dataDir = dataFolder()
  const mark = 'hunter2-this-was-a-secret-of-some-length'
  {
    await using server = await startTestServer({ dataDir })
    const { project } = (await server.call('createProject', { token, body: { name: mark } })).json
    await server.call('patchProject', { token, params: { p: project.id }, body: { name: 'other' } })
  }
  for (const name of readdirSync(dataDir).filter((file) => file.startsWith(DATABASE)))
    expect(readFileSync(join(dataDir, name)).includes(mark), name).toBe(false)
})

function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  for (const size of [1024 * 1024, PAGE])
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  closeSync(file)
}
