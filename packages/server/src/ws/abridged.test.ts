// Questions that do not fit into a frame: nobody can approve what was not shown.
import { randomUUID } from 'node:crypto'
import { TOOL_NAMES } from '@countersign/tools'
import { describe, expect, test } from 'vitest'
import { decision, sharedCodelab } from '../../test/codelab-world.ts'

const { server, world, recordOf } = await sharedCodelab()

const TOO_LARGE = { code: 'FILE_TOO_LARGE', message: expect.stringContaining('countersign pending') }

const call = async (tool_name: string, tool_params: object): Promise<string> =>
  (await server.call('execute', { token: world().tokens.agent, body: { tool_name, tool_params, wait_seconds: 0 } })).json.tool_id

/** One character takes six bytes in JSON, so a diff of allowed size becomes a message that is too long. */
const longLine = (characters: number): string => '\u0001'.repeat(characters)

async function review(characters: number): Promise<string> {
  const body = `--- a/notes.md\n+++ b/notes.md\n@@ -1 +1 @@\n-a\n+${longLine(characters)}\n`
  const headers = { 'content-type': 'application/octet-stream' }
  const { json } = await server.call('putBody', { token: world().tokens.agent, params: { p: world().project }, body, headers })
  return call('apply_patch_review', { diff: { $body: json.sha256 }, message: 'A small correction' })
}

async function writeWithLongPreview(): Promise<string> {
  const { tokens, project: p } = world()
  const hello = { runner_id: randomUUID(), protocol_version: 1, tools: [...TOOL_NAMES], isolation: 'sandbox', platform: 'test' }
  await server.call('hello', { token: tokens.runner, params: { p }, body: { ...hello, workspace: '/w', attempts: [] } })
  const id = await call('write_file', { path: 'a.md', content: 'x' })
  const file = { path: 'a.md', change: 'create', diff: `+${longLine(1_741_000)}`, size_before: null, size_after: 1 }
  const body = { preview: { kind: 'diff', files: [file] }, base_digests: { 'a.md': null }, resolved_paths: { 'a.md': 'a.md' } }
  await server.call('postPreview', { token: tokens.runner, params: { p, id }, body })
  return id
}

describe.each([
  ['of a review', () => review(2_500_000)],
  ['with a long preview', writeWithLongPreview],
])('a question %s that does not fit', (_name, ask) => {
  test('says so, is neither approved nor edited here, and can be rejected', async () => {
    await using operator = await world().connect('operator')
    const id = await ask()
    const question = await operator.next(10_000)
    expect(question).toMatchObject({ call_id: id, requires_approval: true, abridged: true })
    operator.send(decision(id, 'approve'))
    expect(await operator.next()).toMatchObject({ type: 'error', call_id: id, error: TOO_LARGE })
    operator.send(decision(id, 'approve', { approval_id: question.approval_id }))
    expect(await operator.next()).toMatchObject({ type: 'error', call_id: id, error: TOO_LARGE })
    operator.send(decision(id, 'edit', { modified_arguments: { path: 'a.md', content: 'y' } }))
    expect(await operator.next()).toMatchObject({ type: 'error', call_id: id, error: TOO_LARGE })
    expect((await recordOf(id)).status).toBe('awaiting_approval')
    operator.send(decision(id, 'reject'))
    await expect.poll(async () => (await recordOf(id)).status, { timeout: 15_000 }).toMatch(/^(rejected|completed)$/)
  })
})

test('a review whose hunks fit is whole, though its diff stays apart', async () => {
  await using operator = await world().connect('operator')
  const id = await review(1_000_000)
  const question = await operator.next(10_000)
  expect(question).toMatchObject({ call_id: id, args: { diff: { $body: expect.any(String) } }, preview: { kind: 'review' } })
  expect(question).not.toHaveProperty('abridged')
  operator.send(decision(id, 'approve'))
  await expect.poll(async () => (await recordOf(id)).status, { timeout: 15_000 }).toBe('completed')
})
