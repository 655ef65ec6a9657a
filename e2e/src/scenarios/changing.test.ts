// Creating folders, moving and deleting: approved, shown, done on disk, and undone by the person.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()

const isThere = (path: string): boolean => existsSync(join(world().workspace.path, path))
const undo = (id: string) => world().operator.request('POST', `/my/projects/${world().projectId}/tools/${id}/undo`)

scenario('a folder is made once, and says so', { verifies: ['tools.create-directory'] }, async () => {
  const first = await callAndApprove(world(), 'create_directory', { path: 'made/deep' })
  expect(first.approval).toMatchObject({ risk_level: 'MEDIUM', preview: { kind: 'text', text: expect.stringContaining('made/deep') } })
  expect(first.view.result).toEqual({ success: true, path: 'made/deep', created: true })
  expect(isThere('made/deep')).toBe(true)
  const again = await callAndApprove(world(), 'create_directory', { path: 'made' })
  expect(again.view.result).toEqual({ success: true, path: 'made', created: false })
})

scenario('a move is rated by the higher of both ends', { verifies: ['tools.move'] }, async () => {
  for (const [from, to, risk] of [
    ['from-1.md', 'to-1.md', 'MEDIUM'],
    ['from-2.md', 'to-2.sh', 'HIGH'],
    ['from-3.sh', 'to-3.md', 'HIGH'],
  ] as const) {
    await world().workspace.write(from, 'text\n')
    const { approval, view } = await callAndApprove(world(), 'move_file', { from, to })
    expect(approval).toMatchObject({ risk_level: risk, preview: { kind: 'diff', files: [{ path: to, from, change: 'rename' }] } })
    expect(view.result).toEqual({ success: true, from, to })
    expect([isThere(from), await world().workspace.read(to)]).toEqual([false, 'text\n'])
  }
})

scenario('a folder is deleted as it was shown, and comes back with an undo', { verifies: ['tools.delete', 'rest.undo'] }, async () => {
  await world().workspace.write('gone/a.md', 'a\n')
  await world().workspace.write('gone/deep/b.md', 'b\n')
  const shown = await world().agent.call('delete_file', { path: 'gone', recursive: true })
  expect(shown).toMatchObject({ status: 'awaiting_approval' })
  await world().workspace.write('gone/deep/c.md', 'new since\n')
  await world().operator.approve(shown.approval_id as string)
  expect(await world().agent.end(shown.tool_id)).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
  const { approval, view } = await callAndApprove(world(), 'delete_file', { path: 'gone', recursive: true })
  expect(approval).toMatchObject({ risk_level: 'HIGH', preview: { kind: 'text', text: expect.stringContaining('deep/c.md') } })
  expect(view.result).toEqual({ success: true, path: 'gone', kind: 'directory', files_deleted: 3 })
  expect(isThere('gone')).toBe(false)
  expect((await undo(view.tool_id)).body).toMatchObject({ status: 'completed', result: { restored: ['gone'], removed: [] } })
  expect(await world().workspace.read('gone/deep/b.md')).toBe('b\n')
})

scenario('a folder with a secret in it is not even asked for', { verifies: ['tools.delete', 'tools.move'] }, async () => {
  await world().workspace.write('app/config/.env', 'TOKEN=1\n')
  for (const [tool, params] of [
    ['delete_file', { path: 'app', recursive: true }],
    ['move_file', { from: 'app', to: 'moved' }],
  ] as const) {
    const refused = await world().agent.call(tool, params)
    expect(await world().agent.end(refused.tool_id)).toMatchObject({
      status: 'failed',
      error_code: 'SENSITIVE_FILE',
      error: expect.stringContaining('app/config/.env'),
    })
  }
  expect(isThere('app/config/.env')).toBe(true)
})
