// What a runner offers, by what it is part of and by the trust in its folder.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestEditor } from '../../test/hosts/test-editor.ts'
import { startLinked } from '../../test/runner-fixture.ts'
import type { ServerFixture } from '../../test/server-fixture.ts'

const toolsOf = (server: ServerFixture) => server.hellos().at(-1)?.tools as string[]

async function startOffering(...[prepare, more]: Parameters<typeof startLinked>) {
  const linked = await startLinked(prepare, more)
  await expect.poll(() => linked.server.streams).toBe(1)
  return linked
}

test('a runner that is part of no editor names no tool of one, and refuses such a call', async () => {
  await using linked = await startOffering()
  expect(toolsOf(linked.server)).toContain('write_file')
  expect(toolsOf(linked.server).filter((name) => name.startsWith('ide.'))).toEqual([])
  expect(linked.server.hellos()[0]).not.toHaveProperty('read_only')
  linked.server.signal(linked.server.makeCall({ tool: 'ide.symbols', params: { path: 'a.txt' } }))
  await expect.poll(() => linked.server.results()[0]).toMatchObject({ status: 'failed', error_code: 'TOOL_NOT_FOUND' })
})

test('a runner in an editor names them and answers, with secrets masked', async () => {
  const environment = { ...process.env, DEPLOY_TOKEN: 'a-secret-of-this-machine' }
  let root = ''
  const editor = {
    ...createTestEditor('/'),
    definition: async () => [{ file: join(root, 'a.txt'), line: 1, column: 1, endLine: 1, endColumn: 2 }],
    symbols: async () => [
      { name: 'a-secret-of-this-machine', kind: 'string', containers: [], line: 1, column: 1, endLine: 1, endColumn: 2 },
    ],
  }
  await using linked = await startOffering(undefined, { editor, environment })
  root = linked.place.workspace
  expect(toolsOf(linked.server)).toEqual(expect.arrayContaining(['ide.diagnostics', 'ide.symbols', 'ide.definition', 'ide.references']))
  linked.server.signal(linked.server.makeCall({ tool: 'ide.symbols', params: { path: 'a.txt' } }))
  await expect.poll(() => linked.server.results()).toHaveLength(1)
  expect(JSON.stringify(linked.server.results()[0])).not.toContain('a-secret-of-this-machine')
  expect(linked.server.results()[0]).toMatchObject({ status: 'completed', result: { symbols: [{ kind: 'string', line: 1 }] } })
  linked.server.signal(linked.server.makeCall({ tool: 'ide.definition', params: { path: 'a.txt', line: 1, column: 1 } }))
  await expect.poll(() => linked.server.results()[1]).toMatchObject({ result: { definitions: [{ path: 'a.txt', text: 'hello' }] } })
})

test('in a folder that is not trusted only reading is offered and run, until it is trusted', async () => {
  let isTrusted = false
  await using linked = await startOffering(undefined, { isReadOnly: () => !isTrusted, editor: createTestEditor('/') })
  const { server, place, runner } = linked
  expect(server.hellos()[0]).toMatchObject({ read_only: true })
  expect(toolsOf(server).filter((name) => !name.startsWith('ide.'))).toEqual([
    'read_file',
    'list_directory',
    'list_files',
    'search_in_project',
  ])
  server.signal(server.makeCall({ tool: 'search_in_project', params: { query: 'hello' } }))
  await expect.poll(() => server.results()[0]).toMatchObject({ status: 'completed', result: { total_count: 1 } })
  const write = { tool: 'write_file', params: { path: 'b.md', content: 'new' }, risk: 'MEDIUM' } as const
  const status = { tool: 'git.status', params: { path: '.' } } as const
  for (const call of [write, status]) server.signal(server.makeCall(call))
  await expect.poll(() => server.results()).toHaveLength(3)
  for (const refused of server.results().slice(1))
    expect(refused).toMatchObject({ error_code: 'PERMISSION_DENIED', error: expect.stringContaining('trust it in the editor') })
  expect(existsSync(join(place.workspace, 'b.md'))).toBe(false)

  isTrusted = true
  runner.announce()
  await expect.poll(() => toolsOf(server)).toContain('write_file')
  await expect.poll(() => runner.phase()).toBe('holding')
  const call = server.makeCall(write)
  // The server of the test does not repeat what a stream that is being replaced missed; an attempt that comes again runs nothing.
  await expect.poll(() => server.signal(call) && server.results()[3]).toMatchObject({ status: 'completed' })
})

test('a toolchain whose files appear is told at once, and only once', async () => {
  await using linked = await startOffering()
  const { server, place } = linked
  expect(server.hellos().at(-1)).toMatchObject({ toolchains: [] })
  const reports = () => server.posted.filter(({ path }) => path.endsWith('/files-changed'))
  const changed = async (name: string, change: (path: string) => void) => {
    const before = reports().length
    change(join(place.workspace, name))
    await expect.poll(() => reports().length).toBeGreaterThan(before)
  }
  await changed('Cargo.toml', (path) => writeFileSync(path, ''))
  await expect.poll(() => server.hellos().at(-1)).toMatchObject({ toolchains: ['rust'] })
  const hellos = server.hellos().length
  await changed('Cargo.toml', (path) => writeFileSync(path, '[package]'))
  await changed('notes.md', (path) => writeFileSync(path, ''))
  expect(server.hellos()).toHaveLength(hellos)
})
