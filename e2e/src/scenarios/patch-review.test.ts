// A diff that the operator reviews hunk by hunk, and the patch that it clears, over real processes.
import type { CallView, GrantView } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { createAgent } from '../world/clients/people.ts'
import { startCommand } from '../world/processes/child.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ files: { 'run.sh': 'echo a\n' } })

const change = (path: string, before: string, after: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${before}\n+${after}\n`

const answer = (question: string, body: object) =>
  world().operator.request('POST', `/my/projects/${world().projectId}/questions/${question}/answer`, { body })

interface Reviewed {
  readonly filtered_diff: string
  readonly chunks_selected: number[]
  readonly chunks_total: number
}

async function review(diff: string): Promise<{ asked: CallView; question: string }> {
  const asked = await world().agent.call('apply_patch_review', { diff, message: 'All of it?' })
  expect(asked.status).toBe('awaiting_approval')
  return { asked, question: asked.approval_id as string }
}

const writeTwo = async (one: string, two: string) => {
  await world().workspace.write(one, 'a\n')
  await world().workspace.write(two, 'a\n')
  return change(one, 'a', 'b') + change(two, 'a', 'b')
}

scenario(
  'of two hunks one is taken: the agent hears of the other, and applies exactly the rest without a second question',
  { verifies: ['tools.review', 'tools.review.one-shot', 'tools.review.dropped'] },
  async () => {
    const diff = await writeTwo('taken.md', 'dropped.md')
    const { asked, question } = await review(diff)
    expect((await world().operator.approval(question)).preview).toMatchObject({ kind: 'review', message: 'All of it?', chunks_total: 2 })
    await answer(question, { action: 'apply', chunks_selected: [1], chunk_comments: { 2: 'leave it' } })
    const view = await world().agent.end(asked.tool_id)
    const { filtered_diff, ...result } = view.result as Reviewed
    expect(result).toMatchObject({ action: 'apply', chunks_selected: [1], chunks_total: 2 })
    expect(view.report).toMatch(/hunk 2 \(dropped\.md\)[\s\S]*> leave it/)
    expect(await world().workspace.read('taken.md')).toBe('a\n')
    const other = createAgent(world().url, await world().createToken({ roles: ['agent'], agent: 'another' }), world().projectId)
    expect((await other.call('apply_patch', { diff: filtered_diff })).status).toBe('awaiting_approval')
    const applied = await world().agent.call('apply_patch', { diff: filtered_diff })
    expect(applied).toMatchObject({ status: 'completed', result: { files_modified: ['taken.md'] } })
    expect(await world().agent.see(applied.tool_id)).toMatchObject({ requires_approval: false, cleared_by: { kind: 'grant' } })
    expect(await world().workspace.read('taken.md')).toBe('b\n')
    expect(await world().workspace.read('dropped.md')).toBe('a\n')
    const { grants } = await world().operator.get<{ grants: GrantView[] }>(`/my/projects/${world().projectId}/grants`)
    expect(grants.find(({ approval_id }) => approval_id === question)).toMatchObject({
      scope: 'exact',
      matched: 1,
      revoked_at: expect.any(String),
    })
  },
)

scenario('the grant of a review is used once: of two calls at once one is asked', { verifies: ['tools.review.one-shot'] }, async () => {
  await world().workspace.write('once.md', 'a\n')
  const { asked, question } = await review(change('once.md', 'a', 'b'))
  await answer(question, { action: 'apply', chunks_selected: [1] })
  const { filtered_diff } = (await world().agent.end(asked.tool_id)).result as Reviewed
  const calls = await Promise.all([1, 2].map(() => world().agent.call('apply_patch', { diff: filtered_diff })))
  const uncovered = calls.filter(({ status }) => status !== 'completed')
  expect(uncovered).toHaveLength(1)
  expect(await world().workspace.read('once.md')).toBe('b\n')
})

scenario('a hunk of HIGH risk needs a tick', { verifies: ['tools.review.high-tick'] }, async () => {
  const { asked, question } = await review(change('run.sh', 'echo a', 'echo b'))
  expect(await answer(question, { action: 'apply', chunks_selected: [1] })).toMatchObject({ status: 400 })
  expect(await answer(question, { action: 'apply', chunks_selected: [1], cover_high: true })).toMatchObject({ status: 200 })
  const { filtered_diff } = (await world().agent.end(asked.tool_id)).result as Reviewed
  expect(await world().agent.call('apply_patch', { diff: filtered_diff })).toMatchObject({ status: 'completed' })
  expect(await world().workspace.read('run.sh')).toBe('echo b\n')
})

scenario('a review is read and answered from the command line', { verifies: ['tools.review'] }, async () => {
  const { asked, question } = await review(await writeTwo('line-1.md', 'line-2.md'))
  const run = async (...args: readonly string[]) => {
    const env = { COUNTERSIGN_OPERATOR_TOKEN: world().tokens.operator }
    await using child = startCommand([...args, '--data', world().data.path], { input: '', env })
    const { code } = await child.ended
    return { code, stdout: child.stdout(), stderr: child.stderr() }
  }
  const { stdout } = await run('pending')
  expect(stdout).toContain('the agent wrote All of it?')
  expect(stdout).toMatch(/modify line-2\.md {2}MEDIUM[\s\S]+hunk 2\n {2}@@ -1,1 \+1,1 @@\n {2}-a\n {2}\+b/)
  const answered = await run('answer', question, '--drop', '1', '--comment-on', '1=not this one', '--comment', 'the second is good')
  expect(answered).toMatchObject({ code: 0 })
  const view = await world().agent.end(asked.tool_id)
  expect(view.result).toMatchObject({ action: 'apply', chunks_selected: [2] })
  expect(view.report).toContain('> the second is good')
})

scenario('a large patch by reference is judged, shown, asked and applied whole', { verifies: ['tools.patch'] }, async () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`)
  await world().workspace.write('large.md', lines.join(''))
  const changed = lines.map((line) => `-${line}`).join('') + lines.map((line) => `+new ${line}`).join('')
  const diff = `--- a/large.md\n+++ b/large.md\n@@ -1,3000 +1,3000 @@\n${changed}`
  const stored = await world().agent.request('PUT', `/my/projects/${world().projectId}/bodies`, {
    raw: { content: diff, type: 'application/octet-stream' },
  })
  const { sha256 } = stored.body as { sha256: string }
  const asked = await world().agent.call('apply_patch', { diff: { $body: sha256 } })
  expect(await world().operator.approval(asked.approval_id as string)).toMatchObject({ description: expect.stringContaining('large.md') })
  await world().operator.approve(asked.approval_id as string)
  expect(await world().agent.end(asked.tool_id)).toMatchObject({ status: 'completed' })
  expect(await world().workspace.read('large.md')).toBe(lines.map((line) => `new ${line}`).join(''))
})
