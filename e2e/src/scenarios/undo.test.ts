// Undo of one call by the person: over REST and from the command line, and never by an agent.
import type { CallView, ExecutionView, ToolView } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { startCommand } from '../world/processes/child.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()

const undo = (id: string) => world().operator.request('POST', `/my/projects/${world().projectId}/tools/${id}/undo`)

async function write(path: string, content: string): Promise<string> {
  const { view } = await callAndApprove(world(), 'write_file', { path, content })
  expect(view.status).toBe('completed')
  return view.tool_id
}

scenario('undo puts back what a call changed, and the call says what undid it', { verifies: ['rest.undo'] }, async () => {
  await world().workspace.write('undone.md', 'before\n')
  const id = await write('undone.md', 'after\n')
  const reply = await undo(id)
  expect(reply).toMatchObject({ status: 200, body: { tool_name: 'undo', status: 'completed', result: { restored: ['undone.md'] } } })
  expect(await world().workspace.read('undone.md')).toBe('before\n')
  const { tool_id } = reply.body as CallView
  expect(await world().operator.get<ExecutionView>(`/my/tools/${id}`)).toMatchObject({ status: 'completed', undone_by: tool_id })
  expect(await world().operator.get<ExecutionView>(`/my/tools/${tool_id}`)).toMatchObject({ cleared_by: { kind: 'person' } })
  expect(await undo(id)).toMatchObject({ status: 409, body: { error_code: 'ALREADY_SETTLED' } })
})

scenario('what was changed since is left alone, and the conflict is told', { verifies: ['rest.undo'] }, async () => {
  await world().workspace.write('since.md', 'before\n')
  const id = await write('since.md', 'after\n')
  await world().workspace.write('since.md', 'by hand\n')
  const refused = await undo(id)
  expect(refused.body).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED', error: expect.stringContaining('since.md') })
  expect(await world().workspace.read('since.md')).toBe('by hand\n')
  await world().workspace.write('since.md', 'after\n')
  expect((await undo(id)).body).toMatchObject({ status: 'completed' })
  expect(await world().workspace.read('since.md')).toBe('before\n')
})

scenario('what changed nothing, or did not complete, is refused in words', { verifies: ['rest.undo'] }, async () => {
  const read = await world().agent.call('read_file', { path: 'README.md' })
  expect(await undo(read.tool_id)).toMatchObject({ status: 400, body: { error: expect.stringContaining('changes no file') } })
  const asked = await world().agent.call('write_file', { path: 'waiting.md', content: 'x' })
  expect(await undo(asked.tool_id)).toMatchObject({ status: 400, body: { error: expect.stringContaining('awaiting_approval') } })
})

scenario('for an agent there is no undo', { verifies: ['rest.undo'] }, async () => {
  const id = await write('kept.md', 'kept\n')
  const path = `/my/projects/${world().projectId}/tools`
  expect(await world().agent.call('undo', { tool_id: id })).toMatchObject({ status: 'failed', error_code: 'TOOL_NOT_FOUND' })
  expect((await world().agent.request('POST', `${path}/${id}/undo`)).status).toBe(403)
  const { tools } = await world().agent.get<{ tools: ToolView[] }>(`${path}/available`)
  expect(tools.map(({ name }) => name)).not.toContain('undo')
  expect(await world().workspace.read('kept.md')).toBe('kept\n')
})

scenario('from the command line a person undoes a call', { verifies: ['rest.undo'] }, async () => {
  const id = await write('line.md', 'x\n')
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    await using child = startCommand([...args, '--data', world().data.path], { input: '', env })
    const { code } = await child.ended
    return { code, stdout: child.stdout() }
  }
  expect((await run(['undo', id])).code).toBe(2)
  expect(await run(['undo', id], { COUNTERSIGN_OPERATOR_TOKEN: world().tokens.operator })).toMatchObject({ code: 0 })
  expect(world().workspace.has('line.md')).toBe(false)
  const { stdout } = await run(['history', '--tool', 'write_file'])
  expect(stdout.split('\n').find((line) => line.includes(id))).toContain('undone')
})
