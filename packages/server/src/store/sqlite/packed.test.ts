import { randomUUID } from 'node:crypto'
import { digestOf } from '@countersign/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packJson, packJws, packText, unpackJson, unpackJws, unpackText, WORD_PATTERN } from './sqlite-dialect.ts'

const known = fc.oneof(
  fc.uuid(),
  fc.string().map((text) => digestOf(text)),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.string({ unit: 'binary' }),
)
const value = fc.letrec((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, known, fc.integer(), fc.array(tie('node')), fc.dictionary(known, tie('node'))),
})).node

it('restores every text exactly', () => {
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => unpackText(packText(text)) === text))
})

it('restores every JSON text exactly', () => {
  fc.assert(
    fc.property(value, (any) => {
      const text = JSON.stringify(any)
      expect(unpackText(packText(text))).toBe(text)
      expect(unpackJson(packJson(text))).toBe(text)
      const long = JSON.stringify([any, 'some words that come again and again. '.repeat(50)])
      expect(unpackJson(packJson(long))).toBe(long)
    }),
  )
})

it('restores whatever stands where a JWS is expected', () => {
  const part = fc.oneof(
    fc.base64String(),
    fc.string(),
    value.map((any) => Buffer.from(JSON.stringify(any)).toString('base64url')),
  )
  const signature = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
  const jws = fc.tuple(part, part, fc.oneof(signature, part)).map((parts) => parts.join('.'))
  fc.assert(fc.property(fc.oneof(jws, fc.string({ unit: 'binary' })), (text) => unpackJws(packJws(text)) === text))
})

it('restores rows that earlier versions have packed without words', () => {
  const earlier = Buffer.from(
    '{"tool_id":\x01\xff\x80\x81\x01\x02\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x10,"status":"completed"}',
    'latin1',
  )
  expect(unpackText(earlier)).toBe('{"tool_id":"ff808101-0203-0000-0000-000000000010","status":"completed"}')
})

it('takes less than half for the row of an event', () => {
  const moves = ['call.requested', 'approval.waived', 'execution.dispatched']
  const ids = { tool_id: randomUUID(), session_id: randomUUID(), attempt_id: randomUUID() }
  const text = JSON.stringify({ ...ids, tool_name: 'read_file', status: 'completed', digest: digestOf(''), moves })
  expect(packText(text).length).toBeLessThan(text.length / 2)
})

it('has a byte for every word', () => {
  const words = WORD_PATTERN.split('|')
  expect(words.length).toBeLessThanOrEqual(128)
  expect(new Set(words).size).toBe(words.length)
})
