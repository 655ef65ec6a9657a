import { ServerUnreachable } from '@countersign/client'
import type { AttemptId, ExecutionId, OutputBody, ProjectId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { projectId, uuid } from '../../test/server-fixture.ts'
import { createLiveOutput, type LiveOutput } from './live-output.ts'

function collect(options: { mask?: (text: string) => string; answer?: (body: OutputBody) => Promise<void> } = {}) {
  const pieces: OutputBody[] = []
  const client = {
    async postOutput({ body }: { body: OutputBody }) {
      pieces.push(body)
      await options.answer?.(body)
      return { success: true } as const
    },
  }
  const ids = { projectId: projectId as ProjectId, tool_id: uuid() as ExecutionId, attempt_id: uuid() as AttemptId }
  const live: LiveOutput = createLiveOutput({ client, ...ids, mask: options.mask ?? ((text) => text) })
  const text = () => pieces.map(({ data }) => data).join('')
  return { live, pieces, text }
}

test('pieces that come close together are sent as one', async () => {
  const { live, pieces } = collect()
  for (let i = 0; i < 100; i++) live.write({ stream: 'stdout', data: `${i}\n` })
  await live.end()
  expect(pieces).toHaveLength(1)
})

test('a long output arrives whole, in order, with offsets in bytes that join', async () => {
  const { live, pieces, text } = collect()
  const line = `${'ä€🙂'.repeat(50)}\n`
  for (let i = 0; i < 3_000; i++) live.write({ stream: 'stdout', data: line })
  await live.end()
  expect(text()).toBe(line.repeat(3_000))
  let offset = 0
  for (const piece of pieces) {
    expect(piece.offset).toBe(offset)
    expect(piece.data.length).toBeLessThanOrEqual(64 * 1024)
    offset += Buffer.byteLength(piece.data)
  }
})

test('a character of two units is never cut in half', async () => {
  const { live, text, pieces } = collect()
  live.write({ stream: 'stdout', data: `a${'🙂'.repeat(100_000)}` })
  await live.end()
  expect(text()).toBe(`a${'🙂'.repeat(100_000)}`)
  expect(pieces.every(({ data }) => data.isWellFormed())).toBe(true)
})

test('a secret that comes in two writes is masked, because a line waits until it is whole', async () => {
  const { live, text } = collect({ mask: (part) => part.replaceAll('hunter2', '***') })
  live.write({ stream: 'stdout', data: 'the password is hun' })
  await new Promise((resolve) => setTimeout(resolve, 120))
  live.write({ stream: 'stdout', data: 'ter2\n' })
  await live.end()
  expect(text()).toBe('the password is ***\n')
})

test('a prompt without a line end is shown after a moment', async () => {
  const { live, text } = collect()
  live.write({ stream: 'stderr', data: 'Continue? ' })
  await expect.poll(text, { timeout: 3_000 }).toBe('Continue? ')
  await live.end()
})

test('what does not arrive is a gap that the offset shows, and the rest goes on', async () => {
  let failures = 1
  const answer = async () => {
    if (failures-- > 0) throw new ServerUnreachable('gone')
  }
  const { live, pieces } = collect({ answer })
  live.write({ stream: 'stdout', data: 'lost\n' })
  await expect.poll(() => pieces.length).toBe(1)
  live.write({ stream: 'stdout', data: 'seen\n' })
  await live.end()
  expect(pieces[1]).toMatchObject({ offset: 5, data: 'seen\n' })
})
