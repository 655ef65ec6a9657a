// A review on stdio, and what it clears in advance.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Parent, startParent } from '../../test/stdio-fixture.ts'

describe('apply_patch_review', () => {
  const files = { 'a.md': 'a\n', 'b.md': 'b\n', 'run.sh': 'a\n' }
  const diff = '--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+A\n--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-b\n+B\n'
  const script = '--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-a\n+b\n'

  async function review(parent: Parent, text: string, modified_arguments: object): Promise<string> {
    parent.call('review', 'apply_patch_review', { diff: text })
    await parent.question('review')
    parent.decide('review', 'approve', { modified_arguments })
    const { result } = (await parent.result('review')) as { result: { filtered_diff: string } }
    return result.filtered_diff
  }

  test('clears exactly the diff that it leaves, once', async () => {
    await using parent = startParent({ files })
    const filtered = await review(parent, diff, { action: 'apply', chunks_selected: [2], chunk_comments: { 1: 'stays' } })
    parent.call('apply', 'apply_patch', { diff: filtered })
    expect(await parent.result('apply')).toMatchObject({ result: { success: true, files_modified: ['b.md'] } })
    expect([parent.file('a.md'), parent.file('b.md')]).toEqual(['a\n', 'B\n'])
    expect(parent.questions('apply')).toEqual([])
    writeFileSync(join(parent.place.workspace, 'b.md'), 'b\n')
    parent.call('again', 'apply_patch', { diff: filtered })
    await parent.question('again')
    expect(parent.file('b.md')).toBe('b\n')
  })

  test('clears no other diff, and none that the caller wants to be asked', async () => {
    await using parent = startParent({ files })
    const filtered = await review(parent, diff, { action: 'apply', chunks_selected: [2] })
    parent.call('whole', 'apply_patch', { diff })
    await parent.question('whole')
    parent.call('asked', 'apply_patch', { diff: filtered }, { requires_approval: true })
    await parent.question('asked')
  })

  test('covers HIGH only with the tick', async () => {
    await using parent = startParent({ files })
    parent.call('review', 'apply_patch_review', { diff: script })
    await parent.question('review')
    parent.decide('review', 'approve')
    await expect.poll(() => parent.errors()).toMatchObject([{ call_id: 'review', error: { code: 'INVALID_ARGUMENTS' } }])
    parent.decide('review', 'approve', { modified_arguments: { cover_high: true } })
    const { result } = (await parent.result('review')) as { result: { filtered_diff: string } }
    parent.call('apply', 'apply_patch', { diff: result.filtered_diff })
    expect(await parent.result('apply')).toMatchObject({ result: { success: true } })
    expect(parent.journal()[0]).toMatchObject({ by: { kind: 'parent', mode: 'ask', decision: 'review' } })
  })

  test('that is rejected is cancelled, and clears nothing', async () => {
    await using parent = startParent({ files })
    parent.call('review', 'apply_patch_review', { diff })
    await parent.question('review')
    parent.decide('review', 'reject', { feedback: 'not today' })
    expect(await parent.result('review')).toMatchObject({ result: { action: 'cancel', comment: 'not today' } })
    parent.call('apply', 'apply_patch', { diff })
    await parent.question('apply')
  })
})
