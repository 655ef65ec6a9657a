// A runner that is part of an editor: what the editor knows, files with unsaved changes, and a folder that is not trusted.
import type { CallView, ExecutionView, ToolView } from '@countersign/protocol'
import { afterAll, beforeAll, expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { type EditorRunner, startEditorRunner } from '../world/processes/editor-runner.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ runner: 'none' })
let editing: EditorRunner

beforeAll(async () => {
  editing = await startEditorRunner(world())
})
afterAll(() => editing[Symbol.asyncDispose]())

const namesOffered = async (): Promise<string[]> => {
  const { tools } = await world().agent.get<{ tools: ToolView[] }>(`/my/projects/${world().projectId}/tools/available`)
  return tools.map(({ name }) => name)
}

const undo = (id: string) => world().operator.request('POST', `/my/projects/${world().projectId}/tools/${id}/undo`)

scenario('an agent asks the editor, unasked, and sees no secret', { verifies: ['tools.ide', 'tools.ide.places'] }, async () => {
  expect(await namesOffered()).toEqual(expect.arrayContaining(['ide.diagnostics', 'ide.symbols', 'ide.definition', 'ide.references']))
  await world().workspace.write('src/start.ts', 'function start() {}\n// problem: nobody calls it\n')
  await world().workspace.write('.env', 'start=1\n')
  expect(await world().agent.call('ide.symbols', { path: 'src/start.ts' })).toMatchObject({
    status: 'completed',
    result: { symbols: [{ name: 'start', kind: 'function', line: 1 }], total_count: 1 },
  })
  const problems = await world().agent.call('ide.diagnostics', {})
  expect(problems).toMatchObject({ result: { diagnostics: [{ path: 'src/start.ts', line: 2, message: 'nobody calls it' }] } })
  const uses = await world().agent.call('ide.references', { path: 'src/start.ts', line: 1, column: 10 })
  expect(uses).toMatchObject({ status: 'completed', result: { references: [{ path: 'src/start.ts', text: 'function start() {}' }] } })
  expect(JSON.stringify(uses)).not.toContain('.env')
  expect(await world().agent.call('ide.definition', { path: '.env', line: 1, column: 1 })).toMatchObject({ error_code: 'SENSITIVE_FILE' })
})

scenario('unsaved changes are what is read, shown and changed', { verifies: ['paths.unsaved-base'] }, async () => {
  await world().workspace.write('notes.md', 'one\ntwo\n')
  editing.buffers.type('notes.md', 'one\ntwo, typed\n')
  expect(await world().agent.call('read_file', { path: 'notes.md' })).toMatchObject({ result: { content: 'one\ntwo, typed\n' } })
  const { approval, view } = await callAndApprove(world(), 'write_file', { path: 'notes.md', content: '1\ntwo, typed\n' })
  expect(approval.preview).toMatchObject({
    files: [{ diff: expect.stringMatching(/Saves your unsaved changes in notes\.md too\.[\s\S]*-one\n\+1\n two, typed/) }],
  })
  expect(view).toMatchObject({ status: 'completed', result: { path: 'notes.md', created: false } })
  expect(view.result).not.toHaveProperty('merged')
  expect(await world().workspace.read('notes.md')).toBe('1\ntwo, typed\n')
})

scenario(
  'typing on is kept where the lines are others, and wins where they are the same',
  { verifies: ['paths.unsaved-merged'] },
  async () => {
    await world().workspace.write('list.md', 'one\ntwo\nthree\n')
    const askFor = (content: string) => world().agent.call('write_file', { path: 'list.md', content })
    const approve = async ({ approval_id, tool_id }: CallView): Promise<ExecutionView> => {
      await world().operator.approve(approval_id ?? '')
      return world().agent.end(tool_id)
    }
    const first = await askFor('1\ntwo\nthree\n')
    editing.buffers.type('list.md', 'one\ntwo\nthree, typed\n')
    const merged = await approve(first)
    expect(merged).toMatchObject({ status: 'completed', result: { merged: ['list.md'] } })
    expect(merged.report).toContain('The person had typed on in list.md')
    expect(await world().workspace.read('list.md')).toBe('1\ntwo\nthree, typed\n')

    const second = await askFor('1\n2\nthree, typed\n')
    editing.buffers.type('list.md', '1\nTWO\nthree, typed\n')
    expect(await approve(second)).toMatchObject({
      status: 'failed',
      error_code: 'FILE_CHANGED',
      error: expect.stringContaining('the same lines'),
    })
    expect(await world().workspace.read('list.md')).toBe('1\ntwo\nthree, typed\n')
    expect(editing.buffers.unsaved('list.md')?.text).toBe('1\nTWO\nthree, typed\n')
    editing.buffers.discard('list.md')
  },
)

scenario('an undo goes through the editor', { verifies: ['paths.unsaved-undo'] }, async () => {
  await world().workspace.write('undo.md', 'one\ntwo\nthree\n')
  editing.buffers.type('undo.md', 'one\ntwo\nthree, typed\n')
  const { view } = await callAndApprove(world(), 'write_file', { path: 'undo.md', content: '1\ntwo\nthree, typed\n' })
  editing.buffers.type('undo.md', '1\ntwo\nthree, typed on\n')
  expect((await undo(view.tool_id)).body).toMatchObject({ status: 'completed', result: { restored: ['undo.md'] } })
  expect(await world().workspace.read('undo.md')).toBe('one\ntwo\nthree, typed on\n')
})

scenario(
  'a folder that is not trusted is only read, until it is trusted',
  { verifies: ['executions.read-only', 'tools.ide.offered'] },
  async () => {
    editing.setTrusted(false)
    await eventually('fewer tools', async () => !(await namesOffered()).includes('write_file'))
    expect(await namesOffered()).toEqual(expect.arrayContaining(['read_file', 'ide.symbols', 'prompt_user']))
    const refused = { status: 'failed', error_code: 'PERMISSION_DENIED', error: expect.stringContaining('trust it in the editor') }
    expect(await world().agent.call('write_file', { path: 'x.md', content: 'x' })).toMatchObject(refused)
    expect(await world().agent.call('execute_command', { command: 'ls' })).toMatchObject(refused)
    expect(await world().agent.call('read_file', { path: 'README.md' })).toMatchObject({ status: 'completed' })
    editing.setTrusted(true)
    await eventually('all tools', async () => (await namesOffered()).includes('write_file'))
    const { view } = await callAndApprove(world(), 'write_file', { path: 'x.md', content: 'x' })
    expect(view.status).toBe('completed')
  },
)

scenario(
  'what the person does in the editor goes to the server as a call of the operator',
  { verifies: ['access.operator-saves', 'access.operator-commands'] },
  async () => {
    const call = (tool_name: string, tool_params: object) =>
      world().operator.request('POST', '/my/tools/execute', { body: { tool_name, tool_params, project_id: world().projectId } })
    expect((await call('read_file', { path: 'README.md' })).body).toMatchObject({ success: true, status: 'completed' })
    expect((await call('write_file', { path: 'own.md', content: 'mine\n' })).body).toMatchObject({
      success: true,
      status: 'completed',
      approval_id: null,
    })
    expect(await world().workspace.read('own.md')).toBe('mine\n')
    expect((await call('write_file', { path: '.env', content: 'x' })).body).toMatchObject({ success: false, error_code: 'SENSITIVE_FILE' })
    expect((await call('execute_command', { command: 'npm', args: ['test'] })).body).toMatchObject({
      success: false,
      error_code: 'FORBIDDEN',
    })
  },
)
