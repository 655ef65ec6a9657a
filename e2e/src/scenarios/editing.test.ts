// edit_file through a real server and runner: exact or refused, asked with a diff, undone like every change.
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionView } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const TEXT = '\ufeff# Notes\r\n\tone\r\ntwo'

scenario(
  'an exact text is replaced, the rest of the file stays byte for byte, and an undo restores it',
  { verifies: ['tools.edit', 'tools.edit.risk'] },
  async () => {
    const { workspace, agent, operator, projectId } = world()
    await workspace.write('edit/notes.md', TEXT)
    chmodSync(join(workspace.path, 'edit/notes.md'), 0o640)
    const params = { path: 'edit/notes.md', old_text: 'one\r\n', new_text: '1\r\n' }
    const { approval, view } = await callAndApprove(world(), 'edit_file', params)
    expect(approval).toMatchObject({ description: 'Edit edit/notes.md', risk_level: 'MEDIUM', preview: { kind: 'diff' } })
    expect(view).toMatchObject({
      status: 'completed',
      result: { success: true, path: 'edit/notes.md', replacements: 1, size: Buffer.byteLength(TEXT) - 2 },
    })
    expect(await workspace.read('edit/notes.md')).toBe(TEXT.replace('one', '1'))
    expect(statSync(join(workspace.path, 'edit/notes.md')).mode & 0o777).toBe(0o640)
    expect((await agent.get<ExecutionView>(`/my/tools/${view.tool_id}`)).report).toContain('Replaced 1 occurrence in edit/notes.md')
    await operator.post(`/my/projects/${projectId}/tools/${view.tool_id}/undo`)
    expect(await workspace.read('edit/notes.md')).toBe(TEXT)
    await workspace.write('edit/run.sh', 'one\n')
    const script = await callAndApprove(world(), 'edit_file', { path: 'edit/run.sh', old_text: 'one', new_text: 'two' })
    expect(script.approval.risk_level).toBe('HIGH')
  },
)

scenario(
  'a text that is not there, or in several places, is refused before anybody is asked',
  { verifies: ['tools.edit.nearest', 'tools.edit.several'] },
  async () => {
    const { workspace, agent } = world()
    await workspace.write('edit/other.md', '\tone\ntwo\ntwo\n')
    const edit = (old_text: string, more: object = {}) =>
      agent.call('edit_file', { path: 'edit/other.md', old_text, new_text: 'x', ...more })
    expect(await edit('    one')).toMatchObject({
      status: 'failed',
      error_code: 'PATCH_APPLY_FAILED',
      error: expect.stringMatching(/nearest place is line 1: .* It differs only in indentation/),
    })
    expect(await edit('two')).toMatchObject({ error_code: 'PATCH_APPLY_FAILED', error: expect.stringContaining('2 places, at lines 2, 3') })
    expect(await edit('')).toMatchObject({ error_code: 'INVALID_ARGUMENTS' })
    const { view } = await callAndApprove(world(), 'edit_file', {
      path: 'edit/other.md',
      old_text: 'two',
      new_text: 'x',
      replace_all: true,
    })
    expect(view.result).toMatchObject({ replacements: 2 })
    expect(await workspace.read('edit/other.md')).toBe('\tone\nx\nx\n')
  },
)

scenario(
  'a patch with wrong counts is shown and applied as its lines say, unless they leave a doubt',
  { verifies: ['tools.patch.recounted'] },
  async () => {
    const { workspace, agent } = world()
    await workspace.write('edit/counts.md', 'one\ntwo\nthree\n')
    const diff = '--- a/edit/counts.md\n+++ b/edit/counts.md\n@@ -1,9 +1,7 @@\n one\n-two\n+2\n three\n'
    expect(await agent.call('apply_patch', { diff: `${diff}and so on\n` })).toMatchObject({
      error_code: 'PATCH_APPLY_FAILED',
      error: expect.stringContaining('line 8 of the diff: the hunk has other counts of lines than its header says'),
    })
    const { approval, view } = await callAndApprove(world(), 'apply_patch', { diff })
    expect(approval.preview).toMatchObject({ files: [{ diff: expect.stringContaining('@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n') }] })
    expect(view.status).toBe('completed')
    expect(await workspace.read('edit/counts.md')).toBe('one\n2\nthree\n')
  },
)
