import { expect, test } from 'vitest'
import { Failure } from '../failure/failure.ts'
import { LIMITS } from '../limits/limits.ts'
import { refusalOnChannel } from './channel-limits.ts'
import { type CodelabMessage, codelabMessageSchema } from './messages.ts'
import { checkCodelabVersion, parseCodelabMessage } from './parse-message.ts'

const refusalOf = (text: string): Failure => {
  try {
    parseCodelabMessage(text)
  } catch (error) {
    if (error instanceof Failure) return error
  }
  throw new Error('it was accepted')
}

const GOOD: readonly CodelabMessage[] = [
  { type: 'user_message', protocol_version: '1.0', content: 'hello' },
  { type: 'assistant_message', token: 'he', is_final: false },
  { type: 'tool_call', call_id: 'call_001', tool_name: 'read_file', args: { path: 'src/auth.js' } },
  { type: 'tool_call', call_id: 'call_002', tool_name: 'write_file', args: { path: 'a', content: '' }, requires_approval: true },
  { type: 'tool_result', call_id: 'call_001', result: { content: '// File content here...', encoding: 'utf-8' } },
  { type: 'tool_result', call_id: 'call_001', error: { code: 'FILE_NOT_FOUND', message: 'File not found: src/auth.js' } },
  { type: 'hitl_decision', call_id: 'call_002', decision: 'approve' },
  { type: 'hitl_decision', call_id: 'call_002', decision: 'edit', modified_arguments: { path: 'b', content: '' } },
  { type: 'hitl_decision', call_id: 'call_002', decision: 'reject', feedback: 'not there' },
  { type: 'error', error: { code: 'FORBIDDEN', message: 'Not permitted' } },
]

test.each(GOOD)('$type is read as it was written', (message) => {
  expect(parseCodelabMessage(JSON.stringify(message))).toEqual(message)
})

test('arguments stand for args', () => {
  const text = '{"type":"tool_call","call_id":"1","tool_name":"read_file","arguments":{"path":"a"}}'
  expect(parseCodelabMessage(text)).toEqual({ type: 'tool_call', call_id: '1', tool_name: 'read_file', args: { path: 'a' } })
})

test('a field that is not known is left out', () => {
  expect(parseCodelabMessage('{"type":"user_message","content":"x","mood":"good"}')).toEqual({ type: 'user_message', content: 'x' })
})

const BAD: readonly [text: string, says: string][] = [
  ['', 'one JSON object'],
  ['{"type":', 'one JSON object'],
  ['null', 'type: one of hello, user_message'],
  ['7', 'type: one of'],
  ['[]', 'type: one of'],
  ['{}', 'type: one of'],
  ['{"type":"shutdown"}', 'type: one of'],
  ['{"type":["tool_call"]}', 'type: one of'],
  ['{"type":"user_message"}', 'user_message.content'],
  ['{"type":"tool_call","call_id":"1","tool_name":"read_file"}', 'args: needed'],
  ['{"type":"tool_call","call_id":"1","tool_name":"read_file","args":{},"arguments":{}}', 'args: needed, once'],
  ['{"type":"tool_call","call_id":"","tool_name":"read_file","args":{}}', 'call_id'],
  ['{"type":"tool_call","call_id":1,"tool_name":"read_file","args":{}}', 'call_id'],
  ['{"type":"tool_call","call_id":"1","tool_name":"read_file","args":[]}', 'args'],
  ['{"type":"tool_call","call_id":"1","tool_name":"read_file","args":{},"requires_approval":"yes"}', 'requires_approval'],
  ['{"type":"tool_result","call_id":"1"}', 'result: needed'],
  ['{"type":"tool_result","call_id":"1","error":"no"}', 'error'],
  ['{"type":"hitl_decision","call_id":"1","decision":"maybe"}', 'decision'],
  ['{"type":"hitl_decision","call_id":"1","decision":"edit"}', 'modified_arguments'],
]

test.each(BAD)('%s is refused with words', (text, says) => {
  const { code, message } = refusalOf(text)
  expect(code).toBe('INVALID_ARGUMENTS')
  expect(message).toContain(says)
})

test('a refusal names the call that it was about', () => {
  expect(refusalOf('{"type":"tool_call","call_id":"7","tool_name":""}').details.call_id).toBe('7')
  expect(refusalOf('{"type":"tool_call","call_id":7}').details.call_id).toBeUndefined()
})

test.each(['1.0', '1.1', '2.0', '2', 1, 2, undefined])('protocol version %s is spoken', (protocol_version) => {
  const message = codelabMessageSchema.parse({ type: 'user_message', content: 'x', protocol_version })
  expect(() => checkCodelabVersion(message)).not.toThrow()
})

test.each(['3.0', '0', 'two', '', 3, -1])('protocol version %s is not', (protocol_version) => {
  const message = { type: 'user_message', content: 'x', protocol_version } as const
  expect(() => checkCodelabVersion(message)).toThrow('update the older side')
})

test('a file of the limit passes, one byte more does not; letters of several bytes count as such', () => {
  const limit = LIMITS.maxFileBytesOnSocket
  expect(refusalOnChannel({ content: 'x'.repeat(limit) })).toBeUndefined()
  expect(refusalOnChannel({ content: 'x'.repeat(limit + 1) })?.code).toBe('FILE_TOO_LARGE')
  expect(refusalOnChannel({ content: 'é'.repeat(limit / 2) })).toBeUndefined()
  expect(refusalOnChannel({ content: `${'é'.repeat(limit / 2)}x` })?.code).toBe('FILE_TOO_LARGE')
})

test('a diff has a limit of its own, and base64 does not travel here', () => {
  expect(refusalOnChannel({ diff: 'x'.repeat(LIMITS.maxDiffBytes) })).toBeUndefined()
  expect(refusalOnChannel({ diff: 'x'.repeat(LIMITS.maxDiffBytes + 1) })?.code).toBe('FILE_TOO_LARGE')
  expect(refusalOnChannel({ content: 'aGVsbG8=', encoding: 'base64' })?.code).toBe('ENCODING_ERROR')
})
