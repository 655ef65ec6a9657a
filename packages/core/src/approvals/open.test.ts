import { LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'

async function asked(line: string) {
  const world = await createWorld()
  const diff = `--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+${line}\n`
  const approval = await world.approvalOf(await world.call('apply_patch_review', { diff }, { call_id: 'call-1' }))
  const [event] = (await world.events()).filter(({ type }) => type === 'tool.question')
  return { approval, event }
}

describe('the event of a question', () => {
  test('shows what the operator is to see, without its secrets, and says which parts are masked', async () => {
    const { approval, event } = await asked('password = "correct-horse-7"')
    expect(event).toMatchObject({ call_id: 'call-1', preview: { kind: 'review' }, masked: ['tool_params', 'preview'], abridged: true })
    expect(JSON.stringify(event)).not.toContain('correct-horse-7')
    expect(approval.masked).toEqual(['tool_params', 'preview'])
  })

  test('leaves a long preview out', async () => {
    const { event } = await asked('x'.repeat(LIMITS.inlineValueBytes))
    expect(event).toMatchObject({ preview: null, abridged: true })
    expect(event).not.toHaveProperty('masked')
  })

  test('says of a long preview too whether it is masked', async () => {
    const { event } = await asked(`${'x '.repeat(LIMITS.inlineValueBytes)} password = "correct-horse-7"`)
    expect(event).toMatchObject({ preview: null, masked: ['tool_params', 'preview'] })
  })

  test('of what holds no secret is whole', async () => {
    const { approval, event } = await asked('plain')
    expect(approval.masked).toEqual([])
    expect(event).not.toHaveProperty('masked')
    expect(event).not.toHaveProperty('abridged')
  })
})
