// A call that did not run because its resolved names need a person's own answer.
import { parsePolicy } from '@countersign/policy'
import { describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../test/world.ts'

const POLICY = parsePolicy(`
[[rule]]
name = "docs"
do = "allow"
tools = ["write_file"]
paths = ["docs/**"]
why = "documentation cannot break the build"
examples.match = [{ tool = "write_file", path = "docs/a.md" }]
examples.no_match = [{ tool = "write_file", path = "a.md" }]
`)
const returned = {
  status: 'failed',
  error: "Needs the operator's own answer: docs/app.md leads to src/app.ts",
  error_code: 'APPROVAL_NEEDED',
} as const

async function startWorld(): Promise<World> {
  const world = await createWorld({ policy: POLICY })
  await world.hello()
  return world
}

describe('a call that its runner gives back', () => {
  test('waits for the preview of a change, without its clearance, and is then asked', async () => {
    const world = await startWorld()
    const cleared = await world.call('write_file', { path: 'docs/app.md', content: 'x' })
    expect(cleared).toMatchObject({ status: 'executing', cleared_by: { rule: 'docs' } })
    const pending = await world.engine.settle(cleared, { ...returned, attempt_id: cleared.attempt_id as never })
    expect(pending).toMatchObject({ status: 'pending', cleared_by: null, clearance: null, attempt_id: null, started_at: null })
    const asked = await world.engine.receivePreview(pending, {
      preview: { kind: 'diff', files: [{ path: 'docs/app.md', change: 'create', diff: '+x', size_before: null, size_after: 1 }] },
      base_digests: { 'docs/app.md': null, 'src/app.ts': null },
      resolved_paths: { 'docs/app.md': 'src/app.ts' },
    })
    expect(asked).toMatchObject({ status: 'awaiting_approval' })
  })

  test('is asked at once where there is nothing to preview, with the reason', async () => {
    const world = await startWorld()
    const cleared = await world.call('read_file', { path: 'a.md' })
    const asked = await world.engine.settle(cleared, returned)
    expect(asked).toMatchObject({ status: 'awaiting_approval', requires_approval: true })
    expect(asked.reasons.join()).toContain('leads to src/app.ts')
    expect((await world.events()).filter(({ type }) => type === 'tool.approval_request')).toHaveLength(1)
    expect(await world.engine.settle(cleared, returned)).toMatchObject({ status: 'awaiting_approval', approval_id: asked.approval_id })
  })

  test('runs after a yes as another attempt, and cannot be given back again', async () => {
    const world = await startWorld()
    const cleared = await world.call('read_file', { path: 'a.md' })
    const asked = await world.engine.settle(cleared, returned)
    await world.engine.decide(world.operator, await world.approvalOf(asked), {
      decision: 'approved',
      scope: 'once',
      cover_high: false,
      stop: false,
    })
    const again = await world.execution(cleared.id)
    expect(again).toMatchObject({ status: 'executing', cleared_by: { kind: 'person' } })
    expect(again.attempt_id).not.toBe(cleared.attempt_id)
    expect(await world.engine.settle(again, returned)).toMatchObject({ status: 'failed', error_type: 'APPROVAL_NEEDED' })
  })

  test('of another attempt does not count', async () => {
    const world = await startWorld()
    const cleared = await world.call('read_file', { path: 'a.md' })
    const foreign = world.engine.settle(cleared, { ...returned, attempt_id: cleared.id as never })
    await expect(foreign).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
    expect(await world.execution(cleared.id)).toMatchObject({ status: 'executing' })
  })
})
