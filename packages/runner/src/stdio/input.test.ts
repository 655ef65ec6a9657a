// Whatever comes on the input: what is wrong is told, and the next call runs as if nothing had been.

import { LIMITS, MEGABYTE } from '@countersign/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Parent, startParent } from '../../test/stdio-fixture.ts'

const PATIENCE = { timeout: 15_000 }

async function stillWorks(parent: Parent, call_id = 'after'): Promise<void> {
  parent.call(call_id, 'read_file', { path: 'a.txt' })
  expect(await parent.result(call_id)).toMatchObject({ result: { content: 'hello\n' } })
}

const call = '{"type":"tool_call","call_id":"c","tool_name":"read_file","args":{"path":"a.txt"}}'
const wrong: readonly [what: string, line: string | Uint8Array, code: string][] = [
  ['half a message', call.slice(0, -1), 'INVALID_ARGUMENTS'],
  ['no JSON', 'hello', 'INVALID_ARGUMENTS'],
  ['a NUL', '\0', 'INVALID_ARGUMENTS'],
  ['a NUL inside of a message', call.replace('read', 'read\0'), 'INVALID_ARGUMENTS'],
  ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x80), 'ENCODING_ERROR'],
  ['half of a letter', Uint8Array.of(0x22, 0xe2, 0x82, 0x22), 'ENCODING_ERROR'],
  ['another type', '{"type":"shutdown"}', 'INVALID_ARGUMENTS'],
  ['a message of the chat', '{"type":"user_message","content":"hi"}', 'INVALID_ARGUMENTS'],
  ['a result', '{"type":"tool_result","call_id":"c","result":{}}', 'INVALID_ARGUMENTS'],
  ['a version that is not spoken', call.replace('{', '{"protocol_version":"9",'), 'INVALID_ARGUMENTS'],
  ['a call without arguments', '{"type":"tool_call","call_id":"c","tool_name":"read_file"}', 'INVALID_ARGUMENTS'],
  ['an edit without arguments', '{"type":"hitl_decision","call_id":"c","decision":"edit"}', 'INVALID_ARGUMENTS'],
  ['arguments of great depth', call.replace('"a.txt"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`), 'INVALID_ARGUMENTS'],
  ['a list', '[]', 'INVALID_ARGUMENTS'],
  ['null', 'null', 'INVALID_ARGUMENTS'],
]

describe('a line', () => {
  test('that is wrong is answered with an error, one for each, and the next one runs', async () => {
    await using parent = startParent()
    for (const [index, [what, line, code]] of wrong.entries()) {
      parent.write(line)
      parent.write('\n')
      await expect.poll(() => parent.errors(), PATIENCE).toHaveLength(index + 1)
      expect(parent.errors()[index], what).toMatchObject({ type: 'error', error: { code } })
    }
    await stillWorks(parent)
    expect(parent.results('c')).toEqual([])
  })

  test('with a number that is too large, or arguments that are too deep, says so and names the call', async () => {
    await using parent = startParent()
    for (const value of ['1e400', `${'['.repeat(200_000)}${']'.repeat(200_000)}`]) parent.write(`${call.replace('"a.txt"', value)}\n`)
    await expect
      .poll(() => parent.errors(), PATIENCE)
      .toMatchObject([
        { call_id: 'c', error: { message: expect.stringContaining('too large') } },
        { call_id: 'c', error: { message: expect.stringContaining('nested deeper') } },
      ])
  })

  test('of rubbish, whatever it is, stops nothing', async () => {
    await using parent = startParent()
    const rubbish = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => bytes.map((byte) => (byte === 10 ? 11 : byte))),
      fc.string({ minLength: 1 }).map((text) => Buffer.from(text.replaceAll('\n', ' '))),
      fc.json().map((text) => Buffer.from(text)),
      fc.nat(call.length - 1).map((length) => Buffer.from(call.slice(0, length))),
      fc.tuple(fc.nat(call.length - 1), fc.nat(255)).map(([at, byte]) => Buffer.from(call).fill(byte === 10 ? 0 : byte, at, at + 1)),
    )
    const lines = fc.sample(rubbish, { numRuns: 200, seed: 4 })
    for (const line of lines) parent.write(Buffer.concat([line, Buffer.from('\n')]))
    await stillWorks(parent)
    expect(parent.errors().length).toBeGreaterThan(100)
    expect(parent.child.exitCode).toBe(null)
  })

  test('may end with CRLF, begin with a mark, be empty, and be cut anywhere by the pipe', async () => {
    await using parent = startParent()
    parent.write(`\r\n\n\uFEFF${call}\r\n`)
    await parent.result('c')
    const text = '{"type":"tool_call","call_id":"ü€😀","tool_name":"read_file","args":{"path":"a.txt"}}\n'
    for (const byte of Buffer.from(text)) parent.write(Uint8Array.of(byte))
    await parent.result('ü€😀')
    expect(parent.errors()).toEqual([])
  })

  test('that the end of the input cuts is told, and one that is whole runs without its end', async () => {
    await using cut = startParent()
    cut.write(call.slice(0, -5))
    cut.child.stdin?.end()
    expect(await cut.ended()).toEqual({ code: 0, signal: null })
    expect(cut.errors()).toMatchObject([{ error: { code: 'INVALID_ARGUMENTS' } }])
    await using whole = startParent()
    whole.write(call)
    whole.child.stdin?.end()
    expect(await whole.ended()).toEqual({ code: 0, signal: null })
    expect(whole.results('c')).toHaveLength(1)
  })

  test('of the limit is read, one byte more is passed over', async () => {
    await using parent = startParent()
    const pad = (text: string, bytes: number) => text.replace('{', `{${' '.repeat(bytes - Buffer.byteLength(text))}`)
    parent.write(`${pad(call, LIMITS.maxFrameBytes)}\n`)
    await parent.result('c')
    parent.write(`${pad(call.replace('"c"', '"d"'), LIMITS.maxFrameBytes + 1)}\n`)
    await expect.poll(() => parent.errors(), PATIENCE).toMatchObject([{ error: { code: 'FILE_TOO_LARGE' } }])
    await stillWorks(parent)
    expect(parent.results('d')).toEqual([])
  })

  test('far over the limit does not fill the memory', async () => {
    await using parent = startParent()
    const piece = Buffer.alloc(MEGABYTE, 'x')
    for (let i = 0; i < 100; i++) await new Promise((resolve) => parent.child.stdin?.write(piece, resolve))
    parent.write('\n')
    await stillWorks(parent)
    expect(parent.errors()).toMatchObject([
      { error: { code: 'FILE_TOO_LARGE', message: expect.stringContaining(`${100 * MEGABYTE} bytes`) } },
    ])
  })
})

describe('on this channel', () => {
  const limit = LIMITS.maxFileBytesOnSocket

  test('a file of 1 MB is read and written, one byte more is not', async () => {
    await using parent = startParent({ approve: 'all', files: { 'full.txt': 'x'.repeat(limit), 'over.txt': 'x'.repeat(limit + 1) } })
    parent.call('r1', 'read_file', { path: 'full.txt' })
    expect(await parent.result('r1')).toMatchObject({ result: { size: limit } })
    parent.call('r2', 'read_file', { path: 'over.txt' })
    expect(await parent.result('r2')).toMatchObject({ error: { code: 'FILE_TOO_LARGE' } })
    parent.call('w1', 'write_file', { path: 'made.txt', content: 'y'.repeat(limit) })
    expect(await parent.result('w1')).toMatchObject({ result: { bytes_written: limit } })
    parent.call('w2', 'write_file', { path: 'not-made.txt', content: 'y'.repeat(limit + 1) })
    expect(await parent.result('w2')).toMatchObject({ error: { code: 'FILE_TOO_LARGE' } })
    expect(() => parent.file('not-made.txt')).toThrow('ENOENT')
  })

  test('a diff of 5 MB is read, one byte more is not', async () => {
    await using parent = startParent({ approve: 'all', files: { 'a.md': 'a\n' } })
    const hunk = '--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+A\n'
    const diff = `${'x'.repeat(LIMITS.maxDiffBytes - hunk.length - 1)}\n${hunk}`
    parent.call('over', 'apply_patch', { diff: `x${diff}` })
    expect(await parent.result('over')).toMatchObject({ error: { code: 'FILE_TOO_LARGE' } })
    expect(parent.file('a.md')).toBe('a\n')
    parent.call('full', 'apply_patch', { diff })
    expect(await parent.result('full')).toMatchObject({ result: { success: true, files_modified: ['a.md'] } })
  })

  test('pdf and images are ENCODING_ERROR', async () => {
    await using parent = startParent({ files: { 'a.pdf': '%PDF-1.7\n%\u00e2\u00e3', 'a.png': '\x89PNG\r\n\x1a\n' } })
    for (const path of ['a.pdf', 'a.png']) {
      parent.call(path, 'read_file', { path })
      expect(await parent.result(path)).toMatchObject({ error: { code: 'ENCODING_ERROR' } })
    }
  })
})
