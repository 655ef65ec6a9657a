// Patches over real processes: all or nothing, and reviewed hunk by hunk.
import { chmodSync, statSync } from 'node:fs'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()

/** One hunk that changes the given line of a file of numbers. */
const hunk = (line: number, word: string): string => `@@ -${line - 1},3 +${line - 1},3 @@\n ${line - 1}\n-${line}\n+${word}\n ${line + 1}\n`
const edit = (path: string, ...hunks: string[]): string => `--- a/${path}\n+++ b/${path}\n${hunks.join('')}`
const NUMBERS = Array.from({ length: 40 }, (_, nth) => `${nth + 1}\n`).join('')

const answer = (question: string, body: object) =>
  world().operator.request('POST', `/my/projects/${world().projectId}/questions/${question}/answer`, { body })

async function review(diff: string, given: object) {
  const asked = await world().agent.call('apply_patch_review', { diff, message: 'Look at this' })
  const question = asked.approval_id as string
  const shown = await world().operator.approval(question)
  expect(await answer(question, given)).toMatchObject({ status: 200 })
  return { shown, view: await world().agent.end(asked.tool_id) }
}

const filteredOf = (view: { readonly result?: unknown }) => (view.result as { filtered_diff: string }).filtered_diff

scenario(
  'a patch changes, makes, removes and renames files where only those are what it expects',
  { verifies: ['tools.patch', 'settled.clean-tree'] },
  async () => {
    const { workspace } = world()
    await workspace.write('p/a.md', `moved on\n${NUMBERS}`)
    await workspace.write('p/old.md', 'one\r\ntwo')
    await workspace.write('p/gone.md', 'bye\n')
    await workspace.write('p/not touched.md', 'whatever\n')
    chmodSync(workspace.at('p/old.md'), 0o640)
    const diff = [
      `diff --git a/p/a.md b/p/a.md\n${edit('p/a.md', hunk(5, 'five'))}`,
      'diff --git a/p/old.md b/p/new.md\nrename from p/old.md\nrename to p/new.md\n--- a/p/old.md\n+++ b/p/new.md\n@@ -1,2 +1,2 @@\n-one\r\n+ONE\r\n two\n\\ No newline at end of file\n',
      'diff --git a/p/gone.md b/p/gone.md\ndeleted file mode 100644\n--- a/p/gone.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n',
      'diff --git a/p/deep/made.md b/p/deep/made.md\nnew file mode 100644\n--- /dev/null\n+++ b/p/deep/made.md\n@@ -0,0 +1 @@\n+hi\n',
    ].join('')
    const { approval, view } = await callAndApprove(world(), 'apply_patch', { diff })
    expect(approval).toMatchObject({ risk_level: 'HIGH', preview: { kind: 'diff', files: { length: 4 } } })
    expect(view).toMatchObject({
      status: 'completed',
      result: {
        files_modified: ['p/a.md'],
        files_created: ['p/deep/made.md'],
        files_deleted: ['p/gone.md'],
        files_renamed: [{ from: 'p/old.md', to: 'p/new.md' }],
      },
    })
    expect(await workspace.read('p/a.md')).toBe(`moved on\n${NUMBERS.replace('5\n', 'five\n')}`)
    expect(await workspace.read('p/new.md')).toBe('ONE\r\ntwo')
    expect(statSync(workspace.at('p/new.md')).mode & 0o777).toBe(0o640)
    expect([workspace.has('p/old.md'), workspace.has('p/gone.md')]).toEqual([false, false])
    expect(await workspace.read('p/deep/made.md')).toBe('hi\n')
  },
)

scenario('where one file does not fit, none is changed, and the refusal says which hunk', { verifies: ['tools.patch'] }, async () => {
  await world().workspace.write('q/a.md', NUMBERS)
  await world().workspace.write('q/b.md', NUMBERS.replace('9\n', 'nine\n'))
  const refused = await world().agent.call('apply_patch', {
    diff: edit('q/a.md', hunk(5, 'five')) + edit('q/b.md', hunk(20, 'x'), hunk(30, 'y').replace('31', '99')),
  })
  expect(refused).toMatchObject({
    status: 'failed',
    error_code: 'PATCH_APPLY_FAILED',
    error: expect.stringMatching(/q\/b\.md: hunk 3 does not fit\. Line 31 should be "99", but is "31"/),
  })
  expect(await world().workspace.read('q/a.md')).toBe(NUMBERS)
})

scenario('the risk of a patch is that of its worst file, and a secret file refuses it', { verifies: ['tools.patch'] }, async () => {
  const { agent, operator, workspace } = world()
  await workspace.write('r/a.md', NUMBERS)
  await workspace.write('r/run.sh', NUMBERS)
  const levels = new Map([
    [edit('r/a.md', hunk(5, 'x')), 'MEDIUM'],
    [edit('r/a.md', hunk(5, 'x')) + edit('r/run.sh', hunk(5, 'x')), 'HIGH'],
  ])
  for (const [diff, risk_level] of levels) {
    const { approval_id } = await agent.call('apply_patch', { diff })
    expect(await operator.approval(approval_id as string)).toMatchObject({ risk_level })
    await operator.reject(approval_id as string)
  }
  for (const tool of ['apply_patch', 'apply_patch_review'])
    expect(await agent.call(tool, { diff: edit('r/.env', hunk(5, 'x')) })).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
})

scenario(
  'the operator takes some hunks; exactly those are applied without a second question, once',
  { verifies: ['tools.review', 'tools.review.one-shot', 'tools.review.dropped'] },
  async () => {
    const { agent, workspace } = world()
    await workspace.write('s/a.md', NUMBERS)
    await workspace.write('s/b.md', NUMBERS)
    const diff = edit('s/a.md', hunk(5, 'five'), hunk(15, 'fifteen')) + edit('s/b.md', hunk(25, 'twentyfive'))
    const { shown, view } = await review(diff, { action: 'apply', chunks_selected: [1, 3], chunk_comments: { 2: 'not this one' } })
    expect(shown).toMatchObject({
      kind: 'question',
      risk_level: 'LOW',
      preview: { kind: 'review', chunks_total: 3, message: 'Look at this' },
    })
    expect(view).toMatchObject({
      status: 'completed',
      requires_approval: false,
      result: {
        action: 'apply',
        chunks_selected: [1, 3],
        chunks_total: 3,
        dropped: [{ chunk: 2, path: 's/a.md', comment: 'not this one' }],
      },
      report: expect.stringMatching(
        /Now call apply_patch with exactly this diff[\s\S]+Dropped: hunk 2 \(s\/a\.md\)\. The operator wrote:\n> not this one/,
      ),
    })
    expect(await workspace.read('s/a.md')).toBe(NUMBERS)
    const filtered = filteredOf(view)
    const other = await agent.call('apply_patch', { diff: filtered.replace('+five', '+FIVE') })
    expect(other.status).toBe('awaiting_approval')
    expect(await agent.call('apply_patch', { diff: filtered })).toMatchObject({
      status: 'completed',
      result: { files_modified: ['s/a.md', 's/b.md'] },
    })
    expect(await workspace.read('s/a.md')).toBe(NUMBERS.replace('5\n', 'five\n'))
    await workspace.write('s/a.md', NUMBERS)
    await workspace.write('s/b.md', NUMBERS)
    expect(await agent.call('apply_patch', { diff: filtered })).toMatchObject({ status: 'awaiting_approval' })
  },
)

scenario(
  'a hunk of a dangerous file is taken only with its tick; cancelled clears nothing',
  { verifies: ['tools.review.high-tick'] },
  async () => {
    const { agent, workspace } = world()
    await workspace.write('t/run.sh', NUMBERS)
    const diff = edit('t/run.sh', hunk(5, 'five'))
    const asked = await agent.call('apply_patch_review', { diff })
    const take = { action: 'apply', chunks_selected: [1] }
    expect(await answer(asked.approval_id as string, take)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_ARGUMENTS', error: expect.stringMatching(/cover_high: t\/run\.sh is of HIGH risk/) },
    })
    expect(await answer(asked.approval_id as string, { ...take, cover_high: true })).toMatchObject({ status: 200 })
    const taken = await agent.end(asked.tool_id)
    expect(await agent.call('apply_patch', { diff: filteredOf(taken) })).toMatchObject({ status: 'completed' })
    await workspace.write('t/run.sh', NUMBERS)
    const { view } = await review(diff, { action: 'cancel', comment: 'leave scripts alone' })
    expect(view).toMatchObject({ result: { action: 'cancel', filtered_diff: '', comment: 'leave scripts alone' } })
    expect(await agent.call('apply_patch', { diff: filteredOf(taken) })).toMatchObject({ status: 'awaiting_approval' })
  },
)
