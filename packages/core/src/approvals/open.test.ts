import { LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import type { Work } from '../core.ts'
import { emitAsked } from './open.ts'

async function emitted(line: string) {
  const world = await createWorld()
  const { core } = world.engine
  const diff = `--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+${line}\n`
  const approval = await world.approvalOf(await world.call('apply_patch_review', { diff }))
  const masked: number[] = []
  const payloads: object[] = []
  const masker = {
    ...core.masker,
    maskValue: <T>(value: T): T => {
      masked.push(JSON.stringify(value).length)
      return core.masker.maskValue(value)
    },
  }
  const work = { emit: (_type: string, payload: object) => void payloads.push(payload) } as Pick<Work, 'emit'> as Work
  emitAsked({ ...core, masker }, work, { ...approval, tool_params: {} }, { call: { call_id: 'call-1' }, moves: [] })
  return { masked, payloads }
}

describe('the event of a question', () => {
  test('shows what the operator is to see, without its secrets', async () => {
    const { payloads } = await emitted('password = "correct-horse-7"')
    expect(payloads).toMatchObject([{ call_id: 'call-1', preview: { kind: 'review' } }])
    expect(JSON.stringify(payloads)).not.toContain('correct-horse-7')
  })

  test('leaves a long preview out, and nobody spends time on masking it', async () => {
    const { masked, payloads } = await emitted('x'.repeat(LIMITS.inlineValueBytes))
    expect(payloads).toMatchObject([{ preview: null, abridged: true }])
    expect(Math.max(...masked)).toBeLessThan(LIMITS.inlineValueBytes)
  })
})
