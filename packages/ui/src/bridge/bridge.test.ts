import { describe, expect, test } from 'vitest'
import { parseToHost, parseToWebview } from './bridge.ts'

describe('the bridge', () => {
  test('EXECUTE_TOOL carries a tool and its parameters to the host', () => {
    const message = { type: 'EXECUTE_TOOL', id: 1, tool: 'read_file', params: { path: 'a.txt' } }
    expect(parseToHost(message)).toEqual(message)
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'READY'],
    ['an unknown type', { type: 'GIVE_ME_THE_TOKEN' }],
    ['a name of every object', { type: 'constructor' }],
    ['a field that is not in the table', { type: 'READY', token: 'x' }],
    ['a message for the other side', { type: 'GO_TO', route: 'chat' }],
    ['a whole address in place of a path', { type: 'REQUEST', id: 1, method: 'GET', path: 'http://evil.example/', headers: {} }],
    ['another method', { type: 'REQUEST', id: 1, method: 'TRACE', path: '/my/projects', headers: {} }],
  ])('%s is dropped by the host', (_, value) => {
    expect(parseToHost(value)).toBeUndefined()
  })

  test('the webview takes only messages for it', () => {
    expect(parseToWebview({ type: 'GO_TO', route: 'approvals/1' })).toEqual({ type: 'GO_TO', route: 'approvals/1' })
    expect(parseToWebview({ type: 'READY' })).toBeUndefined()
    expect(parseToWebview({ type: 'CHUNK', id: 1, bytes: 'text' })).toBeUndefined()
  })
})
