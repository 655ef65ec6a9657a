// An IDE can run the tools that it announces, and calls have the ids that the agent gave them.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SocketClient } from '../../../test-kit/src/clients/socket-client.ts'
import { decision, read, result, sharedCodelab } from '../../test/codelab-world.ts'
import { tokenOf } from '../../test/test-server.ts'

const { server, world, recordOf } = await sharedCodelab()

const offered = async (): Promise<string[]> => {
  const { json } = await server.call('availableTools', { token: world().tokens.agent, params: { p: world().project } })
  return json.tools.map(({ name }: { name: string }) => name)
}
const ASKED = ['prompt_user', 'apply_patch_review']
const VERSION_1_0 = ['read_file', 'write_file', 'git.diff', 'apply_patch']

describe('an IDE is offered', () => {
  test.each([
    [
      'the tools that it names',
      { tools: ['read_file', 'git.status', 'tool_list_directory', 'teleport'] },
      ['read_file', 'git.status', 'list_directory'],
    ],
    ['those of version 1.0', { protocol_version: '1.0' }, VERSION_1_0],
    ['those of version 1.1', { protocol_version: 1.1 }, [...VERSION_1_0, 'list_files', 'search_in_project', 'run_command']],
    ['what it names before what its version has', { protocol_version: '1.0', tools: ['git.log'] }, ['git.log']],
    ['nothing where it has nothing', { tools: [] }, []],
  ])('%s', async (_, first, names) => {
    await using ide = await world().connect('ide')
    ide.send({ type: 'hello', ...first })
    await expect.poll(async () => (await offered()).toSorted()).toEqual([...names, ...ASKED].toSorted())
  })

  test('those of version 2.0 where it says nothing', async () => {
    await using _ide = await world().connect('ide')
    const full = ['git.branch', 'git.commit', 'git.log', 'run_persistent', 'kill_process', 'move_file', 'delete_file', 'create_directory']
    await expect
      .poll(offered)
      .toEqual(expect.arrayContaining([...VERSION_1_0, ...full, 'search_in_project', 'run_command', 'execute_command']))
  })

  test('what the next one has, when it takes over', async () => {
    const first = await world().connect('ide')
    first.send({ type: 'hello', tools: ['read_file'] })
    await expect.poll(async () => (await offered()).length).toBe(3)
    await using second = await world().connect('ide')
    second.send({ type: 'hello', tools: ['read_file', 'git.log'] })
    first.socket.terminate()
    await expect.poll(offered).toContain('git.log')
  })
})

describe('an IDE runs', () => {
  const calls = [
    ['git.status', { path: '.' }],
    ['git.log', { limit: 10, path: 'src/auth.js' }],
    ['list_files', { path: 'src', recursive: true, pattern: '*.dart' }],
    ['search_in_project', { query: 'authenticate', path: 'src', case_sensitive: false }],
    ['git.diff', { path: '.', staged: false }],
  ] as const
  const asked = [
    ['apply_patch', { diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n' }],
    ['run_command', { command: 'npm install', cwd: '.' }],
    ['git.commit', { message: 'Add authentication logging' }],
    ['delete_file', { path: 'src/old_file.js' }],
    ['run_persistent', { command: 'npm run dev', process_id: 'dev_server' }],
  ] as const

  test.each(calls)('%s, unasked', async (tool_name, args) => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send({ type: 'tool_call', call_id: 'call_003', tool_name, args })
    expect(await ide.next()).toMatchObject({ call_id: 'call_003', tool_name, args, requires_approval: false })
    ide.send(result('call_003', { success: true }))
    expect(await agent.next()).toMatchObject({ type: 'tool_result', call_id: 'call_003', result: { success: true } })
  })

  test.each(asked)('%s, after a yes', async (tool_name, args) => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send({ type: 'tool_call', call_id: 'call_004', tool_name, args })
    expect(await ide.next()).toMatchObject({ call_id: 'call_004', tool_name, requires_approval: true })
    ide.send(decision('call_004', 'approve'))
    expect(await ide.next()).toMatchObject({ call_id: 'call_004', args, requires_approval: false })
    ide.send(result('call_004', { success: true }))
    expect(await agent.next()).toMatchObject({ call_id: 'call_004', result: { success: true } })
  })

  test('nothing that it does not have: that waits, until it says that it has', async () => {
    await using ide = await world().connect('ide')
    ide.send({ type: 'hello', tools: ['read_file'] })
    await using agent = await world().connect('agent')
    agent.send({ type: 'tool_call', call_id: '1', tool_name: 'git.status', args: { path: '.' } })
    expect(await ide.settled()).toEqual([])
    ide.socket.terminate()
    await using better = await world().connect('ide')
    better.send({ type: 'hello', tools: ['git.status'] })
    expect(await better.next(20_000)).toMatchObject({ tool_name: 'git.status', requires_approval: false })
  })
})

describe('the name of a call', () => {
  const agentNamed = (agent: string) =>
    SocketClient.open(server, { project: world().project, token: tokenOf(['agent'], { project: world().project, agent }) })

  test('is another where a second agent chose the same, while the first is open, and each result finds its call', async () => {
    await using ide = await world().connect('ide')
    await using first = await world().connect('agent')
    await using second = await agentNamed('another')
    first.send(read('call_001', 'a.txt'))
    expect((await ide.next()).call_id).toBe('call_001')
    second.send(read('call_001', 'b.txt'))
    const other = await ide.next()
    expect(other).toMatchObject({ args: { path: 'b.txt' }, call_id: other.tool_id })
    ide.send(result(other.call_id, { content: 'b', encoding: 'utf-8' }))
    ide.send(result('call_001', { content: 'a', encoding: 'utf-8' }))
    expect((await first.next()).result.content).toBe('a')
    expect((await second.next()).result.content).toBe('b')
    second.send(read('call_001', 'b.txt'))
    second.send({ ...read('call_002', 'c.txt') })
    expect((await second.next()).result.content).toBe('b')
    expect((await ide.next()).call_id).toBe('call_002')
  })

  test('is never the id of another call, whatever an agent chooses', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(read('1', 'a.txt'))
    const first = await ide.next()
    agent.send({ type: 'tool_call', call_id: first.tool_id, tool_name: 'run_command', args: { command: 'npm install' } })
    const second = await ide.next()
    expect(second.call_id).toBe(second.tool_id)
    ide.send(decision(first.tool_id, 'approve'))
    expect(await ide.next()).toMatchObject({ type: 'error', error: { code: 'NOT_FOUND' } })
    expect((await recordOf(second.tool_id)).status).toBe('awaiting_approval')
  })

  test("that is an id of the agent's own making is the agent's", async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    const call_id = randomUUID()
    agent.send(read(call_id))
    expect(await ide.next()).toMatchObject({ call_id })
    ide.send(result(call_id, { content: 'a', encoding: 'utf-8' }))
    expect(await agent.next()).toMatchObject({ call_id, result: { content: 'a' } })
  })

  test('is still good on the next connection, for a result that the first one did not bring', async () => {
    const first = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send({ type: 'tool_call', call_id: 'call_009', tool_name: 'git.diff', args: { path: '.' } })
    expect((await first.next()).call_id).toBe('call_009')
    first.socket.terminate()
    await using second = await world().connect('ide')
    second.send(result('call_009', { diff: '' }))
    expect(await agent.next()).toMatchObject({ call_id: 'call_009', result: { diff: '' } })
  })
})
