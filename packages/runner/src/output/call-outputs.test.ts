import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RefusedRequest, ServerUnreachable } from '@countersign/client'
import { type AttemptId, type ExecutionId, LIMITS, type OutputBody, type ProjectId } from '@countersign/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../test-kit/src/ids.ts'
import { projectId } from '../../test/server-fixture.ts'
import { createJsonLogger } from '../ports/logger.ts'
import { createCallOutputs } from './call-outputs.ts'
import { createOutputSender } from './send-output.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-unsent-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Options {
  mask?: (text: string) => string
  answer?: (body: OutputBody) => Promise<void>
}

function collect({ mask = (text) => text, answer }: Options = {}) {
  const pieces: OutputBody[] = []
  const client = {
    async postOutput({ body }: { body: OutputBody }) {
      await answer?.(body)
      pieces.push(body)
      return { success: true } as const
    },
  }
  const retry = { firstMilliseconds: 10, maxMilliseconds: 20 }
  const sender = createOutputSender({ client, projectId: projectId as ProjectId, retry })
  const outputs = createCallOutputs({ folder, sender, mask, logger: createJsonLogger(() => undefined) })
  const live = outputs.begin({ tool_id: newId() as ExecutionId, attempt_id: newId() as AttemptId })
  const text = () => pieces.map(({ data }) => data).join('')
  const end = async () => {
    const { bytes, sent } = live.end()
    await sent
    return bytes
  }
  return { live, end, sender, outputs, pieces, text }
}

test('pieces that come close together are sent as one', async () => {
  const { live, end, pieces } = collect()
  for (let i = 0; i < 100; i++) live.write({ stream: 'stdout', data: `${i}\n` })
  await end()
  expect(pieces).toHaveLength(1)
})

test('a long output arrives whole, in order, with offsets in bytes that join', async () => {
  const { live, end, pieces, text } = collect()
  const line = `${'ä€🙂'.repeat(50)}\n`
  for (let i = 0; i < 3_000; i++) live.write({ stream: 'stdout', data: line })
  await end()
  expect(text()).toBe(line.repeat(3_000))
  let offset = 0
  for (const piece of pieces) {
    expect(piece.offset).toBe(offset)
    expect(piece.data.length).toBeLessThanOrEqual(64 * 1024)
    offset += Buffer.byteLength(piece.data)
  }
})

test('a character of two units is never cut in half', async () => {
  const { live, end, text, pieces } = collect()
  live.write({ stream: 'stdout', data: `a${'🙂'.repeat(100_000)}` })
  await end()
  expect(text()).toBe(`a${'🙂'.repeat(100_000)}`)
  expect(pieces.every(({ data }) => data.isWellFormed())).toBe(true)
})

test('a secret that comes in two writes is masked, because a line waits until it is whole', async () => {
  const { live, end, text } = collect({ mask: (part) => part.replaceAll('hunter2', '***') })
  live.write({ stream: 'stdout', data: 'the password is hun' })
  await new Promise((resolve) => setTimeout(resolve, 120))
  live.write({ stream: 'stdout', data: 'ter2\n' })
  await end()
  expect(text()).toBe('the password is ***\n')
})

test('a prompt without a line end is shown after a moment', async () => {
  const { live, end, text } = collect()
  live.write({ stream: 'stderr', data: 'Continue? ' })
  await expect.poll(text, { timeout: 3_000 }).toBe('Continue? ')
  await end()
})

test('what the server does not take is sent again until it does: nothing is lost, nothing comes twice', async () => {
  let isAway = true
  const answer = async () => {
    if (isAway) throw new ServerUnreachable('gone')
  }
  const { live, end, sender, text } = collect({ answer })
  for (let n = 0; n < 20; n++) {
    live.write({ stream: n % 2 ? 'stderr' : 'stdout', data: `${n}\n` })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const ended = end()
  isAway = false
  sender.hurry()
  expect(await ended).toBe(50)
  expect(
    text()
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(readdirSync(folder)).toEqual([])
})

test('what one process could not send, the next one does', async () => {
  const away = async () => {
    throw new ServerUnreachable('gone')
  }
  const first = collect({ answer: away })
  first.live.write({ stream: 'stdout', data: 'kept\n' })
  const ended = first.end()
  first.sender.stop()
  await ended
  const second = collect()
  second.outputs.resume()
  await expect.poll(second.text).toBe('kept\n')
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

test('more than is kept for a server that is away leaves a gap that the offset shows', async () => {
  let isAway = true
  const answer = async () => {
    if (isAway) throw new ServerUnreachable('gone')
  }
  const { live, end, sender, pieces } = collect({ answer })
  const line = `${'x'.repeat(1023)}\n`
  const lines = LIMITS.maxUnsentOutputBytes / 1024 + 4 * 1024
  for (let n = 0; n < lines; n += 1024) live.write({ stream: 'stdout', data: line.repeat(1024) })
  const ended = end()
  isAway = false
  sender.hurry()
  expect(await ended).toBe(lines * 1024)
  expect(pieces[0]?.offset).toBeGreaterThan(0)
  const last = pieces.at(-1) as OutputBody
  expect(last.offset + Buffer.byteLength(last.data)).toBe(lines * 1024)
})

test('a call that the server refuses ends the sending, and nothing of it stays', async () => {
  const answer = async () => {
    throw new RefusedRequest('NOT_FOUND', 'no such call', { status: 404, details: {}, request_id: 'r' })
  }
  const { live, end } = collect({ answer })
  live.write({ stream: 'stdout', data: 'nobody wants this\n' })
  await end()
  expect(readdirSync(folder)).toEqual([])
})
