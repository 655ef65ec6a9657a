import { createClient, ServerUnreachable } from '@countersign/client'
import { describe, expect, test } from 'vitest'
import { parseToHost, parseToWebview, type ToHost, type ToWebview } from './bridge.ts'
import { createBridgeTransport } from './bridge-transport.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const projectId = '01890000-0000-7000-8000-000000000001'

/** A host that answers each message as the test says; both ends parse, as they do in the editor. */
function connect(answer: (message: ToHost) => readonly ToWebview[]) {
  const sent: ToHost[] = []
  const transport = createBridgeTransport((message) => {
    const received = parseToHost(structuredClone(message)) ?? expect.fail(`${message.type} is not in the table`)
    sent.push(received)
    for (const reply of answer(received)) queueMicrotask(() => transport.receive(parseToWebview(reply) ?? expect.fail('no message')))
  })
  return { sent, client: createClient({ url: 'http://editor.invalid', token: () => '', transport }) }
}

describe('the transport of a webview', () => {
  test('sends a path without address and credential, and reads the reply', async () => {
    const body = encode('{"success":true,"projects":[]}')
    const { sent, client } = connect((message) =>
      'id' in message ? [{ type: 'REPLY', id: message.id, status: 200, headers: {}, body }] : [],
    )
    expect((await client.listProjects({ query: { limit: 1 } })).projects).toEqual([])
    expect(sent).toMatchObject([{ type: 'REQUEST', method: 'GET', path: '/my/projects?limit=1', headers: {} }])
    expect(JSON.stringify(sent)).not.toMatch(/authorization|editor\.invalid/i)
  })

  test('a host without an answer is a server that cannot be reached', async () => {
    const { client } = connect((message) => ('id' in message ? [{ type: 'BROKEN', id: message.id, message: 'fetch failed' }] : []))
    await expect(client.listProjects({ query: {} })).rejects.toBeInstanceOf(ServerUnreachable)
  })

  test('gives the events of a stream in order until it ends', async () => {
    const { client } = connect((message) => {
      if (message.type !== 'OPEN_STREAM') return []
      const { id } = message
      const bytes = encode('id: 1\nevent: files.changed\ndata: {"paths":["a"]}\n\nid: 2\nevent: files.changed\ndata: {"paths":["b"]}\n\n')
      return [
        { type: 'STREAM', id, status: 200, headers: {} },
        { type: 'CHUNK', id, bytes: bytes.slice(0, 30) },
        { type: 'CHUNK', id, bytes: bytes.slice(30) },
        { type: 'END', id },
      ]
    })
    const ids: unknown[] = []
    for await (const event of client.eventsUntilCut({ projectId, after: 0 })) ids.push(event.id)
    expect(ids).toEqual([1, 2])
  })

  test('a request that is given up is cancelled at the host', async () => {
    const { sent, client } = connect(() => [])
    const stop = new AbortController()
    const waiting = client.listProjects({ query: {}, signal: stop.signal })
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(sent.at(-1)).toEqual({ type: 'CANCEL', id: 1 })
  })
})
