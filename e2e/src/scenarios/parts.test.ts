// A change that waits is taken in part, by hunk and by line, through a real server and runner.
import { type Approval, digestOf, type ExecutionView } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()

const LINES = Array.from({ length: 30 }, (_, nth) => `line ${nth + 1}\n`).join('')
const CHANGED = LINES.replace('line 3\n', 'three\nnew\n').replace('line 25\n', 'twenty-five\n')

type Asked = Approval & { readonly preview_digest?: string }

/** The agent's call, asked about; `answer` sends `kept` for its preview. */
async function ask(tool: string, params: object) {
  const { agent, operator } = world()
  const asked = await agent.call(tool, params)
  if (!asked.approval_id) throw new Error(`nobody was asked: ${JSON.stringify(asked)}`)
  const approval: Asked = await operator.approval(asked.approval_id)
  const answer = (kept: object, more: object = {}) =>
    operator.answer(approval.id, { decision: 'approved', kept: { preview_digest: approval.preview_digest, ...kept }, ...more })
  const end = async () => {
    const view = await agent.end(asked.tool_id)
    return { ...view, report: (await agent.get<ExecutionView>(`/my/tools/${asked.tool_id}`)).report ?? '' }
  }
  return { approval, answer, end }
}

scenario(
  'one hunk and one line of a write are kept, the agent is told, both versions are recorded, and an undo restores all',
  { verifies: ['approvals.part', 'approvals.part-told'] },
  async () => {
    const { workspace, operator, projectId } = world()
    await workspace.write('parts/a.md', LINES)
    const { approval, answer, end } = await ask('write_file', { path: 'parts/a.md', content: CHANGED })
    const kept = { lines: { 1: [5] }, comments: { 1: 'three is a number', 2: 'leave 25 alone' } }
    expect(await answer(kept, { comment: 'thanks' })).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect(await answer(kept, { comment: 'thanks' })).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect((await answer({ hunks: [1] })).status).toBe(409)
    const view = await end()
    expect(view).toMatchObject({ status: 'completed', tool_name: 'write_file', result: { success: true, path: 'parts/a.md' } })
    expect(await workspace.read('parts/a.md')).toBe(LINES.replace('line 3\n', 'line 3\nnew\n'))
    expect(view.report).toMatch(/kept only a part of this change: of 2 hunks 0 whole, 1 in part, 1 not at all/)
    expect(view.report).toContain('kept, without these lines:\n> -line 3\n> +three\nThe operator wrote:\n> three is a number')
    expect(view.report).toContain('not kept:\n> -line 25\n> +twenty-five\nThe operator wrote:\n> leave 25 alone')
    expect(view.report).toContain('The operator wrote:\n> thanks')
    const recorded = await operator.approval(approval.id)
    expect(recorded.tool_params).toEqual({ path: 'parts/a.md', content: CHANGED })
    expect(recorded.decision).toMatchObject({ kept, edited_params: { content: CHANGED, kept_diff: expect.stringContaining('+new\n') } })
    await operator.post(`/my/projects/${projectId}/tools/${view.tool_id}/undo`)
    expect(await workspace.read('parts/a.md')).toBe(LINES)
  },
)

scenario('an edit and a patch are taken in part too', { verifies: ['approvals.part'] }, async () => {
  const { workspace } = world()
  await workspace.write('parts/b.md', LINES)
  const edit = await ask('edit_file', { path: 'parts/b.md', old_text: 'line 2', new_text: 'row 2', replace_all: true })
  await edit.answer({ hunks: [1] })
  expect(await edit.end()).toMatchObject({ status: 'completed', result: { replacements: 1 } })
  expect(await workspace.read('parts/b.md')).toBe(LINES.replace('line 2\n', 'row 2\n'))

  await workspace.write('parts/c.md', 'c\n')
  await workspace.write('parts/d.md', 'one\ntwo\n')
  const file = (path: string, body: string) => `--- a/${path}\n+++ b/${path}\n${body}`
  const diff = file('parts/c.md', '@@ -1 +1 @@\n-c\n+C\n') + file('parts/d.md', '@@ -1,2 +1,2 @@\n-one\n-two\n+1\n+2\n')
  const patch = await ask('apply_patch', { diff })
  // The file that is dropped may change meanwhile: nothing of it is written.
  await workspace.write('parts/c.md', 'changed meanwhile\n')
  expect(await patch.answer({ lines: { 2: [1, 3] } })).toMatchObject({ status: 200 })
  expect(await patch.end()).toMatchObject({ status: 'completed', result: { files_modified: ['parts/d.md'] } })
  expect(await workspace.read('parts/c.md')).toBe('changed meanwhile\n')
  expect(await workspace.read('parts/d.md')).toBe('two\n1\n')

  const made = await ask('write_file', { path: 'parts/new.md', content: 'a\nb\nc\n' })
  await made.answer({ lines: { 1: [1, 3] } })
  await made.end()
  expect(await workspace.read('parts/new.md')).toBe('a\nc\n')
})

scenario('what is kept is written only to the file that was shown', { verifies: ['approvals.part-bound'] }, async () => {
  const { workspace, operator } = world()
  await workspace.write('parts/e.md', LINES)
  const { approval, answer, end } = await ask('write_file', { path: 'parts/e.md', content: CHANGED })
  expect(await answer({ preview_digest: digestOf('another'), hunks: [1] })).toMatchObject({ body: { error_code: 'INPUT_CHANGED' } })
  expect(await answer({ hunks: [3] })).toMatchObject({ status: 400, body: { error_code: 'INVALID_ARGUMENTS' } })
  expect(await answer({ lines: { 1: [1] } })).toMatchObject({ status: 400 })
  expect(await answer({ hunks: [1] }, { scope: 'session' })).toMatchObject({ status: 400 })
  expect(await answer({ hunks: [1] }, { edited_params: { path: 'parts/e.md', content: '' } })).toMatchObject({ status: 400 })
  expect((await operator.approval(approval.id)).status).toBe('pending')
  await workspace.write('parts/e.md', `before\n${LINES}`)
  await answer({ hunks: [1] })
  expect(await end()).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
  expect(await workspace.read('parts/e.md')).toBe(`before\n${LINES}`)
})

scenario(
  'keeping nothing is a rejection that says so; HIGH needs the tick',
  { verifies: ['approvals.part-nothing', 'approvals.part-high'] },
  async () => {
    const { workspace, operator } = world()
    await workspace.write('parts/run.sh', LINES)
    const nothing = await ask('write_file', { path: 'parts/run.sh', content: CHANGED })
    const kept = { comments: { 2: 'not this one' } }
    expect(await nothing.answer(kept, { comment: 'not now' })).toMatchObject({ status: 200, body: { status: 'rejected' } })
    const view = await nothing.end()
    expect(view).toMatchObject({ status: 'rejected', error_code: 'APPROVAL_DENIED' })
    expect(view.report).toContain('> not now')
    expect(view.report).toContain('The operator kept nothing of this change.')
    expect(view.report).toContain('> not this one')
    const commented = await ask('write_file', { path: 'parts/run.sh', content: CHANGED })
    const { preview_digest, id } = commented.approval
    const reject = (hunks: number[]) => operator.answer(id, { reason: 'no', kept: { preview_digest, hunks, comments: { 1: 'too early' } } })
    expect(await reject([1])).toMatchObject({ status: 400 })
    expect(await reject([])).toMatchObject({ status: 200, body: { status: 'rejected' } })
    expect((await commented.end()).report).toContain('> too early')
    const high = await ask('write_file', { path: 'parts/run.sh', content: CHANGED })
    expect(await high.answer({ hunks: [2] })).toMatchObject({ status: 400, body: { error: expect.stringContaining('HIGH risk') } })
    expect(await high.answer({ hunks: [2] }, { cover_high: true })).toMatchObject({ status: 200 })
    expect((await high.end()).status).toBe('completed')
    expect(await workspace.read('parts/run.sh')).toBe(LINES.replace('line 25\n', 'twenty-five\n'))
  },
)
