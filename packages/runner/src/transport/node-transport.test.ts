import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient } from '@countersign/client'
import { describe, expect, test } from 'vitest'
import { startEventServer } from '../../../test-kit/src/servers/event-server.ts'
import { startLoopbackServer } from '../../../test-kit/src/servers/loopback-server.ts'
import { createChunkQueue, createNodeTransport } from './node-transport.ts'

async function serve(answer: (response: ServerResponse, body: string) => void) {
  const server = await startLoopbackServer(async (request, response) => answer(response, await text(request)))
  const transport = createNodeTransport(server.url)
  return {
    url: server.url,
    transport,
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

describe('the transport of the runner', () => {
  test('sends bodies and gives status, headers, text and bytes', async () => {
    await using server = await serve((response, body) => response.writeHead(201, { 'x-test': 'yes' }).end(`got ${body}`))
    const reply = await server.transport.request({ method: 'POST', url: `${server.url}/x`, headers: {}, body: 'ä' })
    expect([reply.status, reply.header('x-test'), await reply.text()]).toEqual([201, 'yes', 'got ä'])
    const bytes = await server.transport.request({ method: 'PUT', url: `${server.url}/x`, headers: {}, body: new Uint8Array([97]) })
    expect(Buffer.from(await bytes.bytes()).toString()).toBe('got a')
  })

  test('gives up a server that stays silent', async () => {
    await using server = await serve(() => undefined)
    const request = { method: 'GET', url: `${server.url}/x`, headers: {}, timeoutMilliseconds: 50 }
    await expect(server.transport.request(request)).rejects.toThrow()
  })

  test('ends a request whose signal aborts, before or after it began', async () => {
    await using server = await serve(() => undefined)
    const request = { method: 'GET', url: `${server.url}/x`, headers: {} }
    await expect(server.transport.request({ ...request, signal: AbortSignal.abort() })).rejects.toThrow()
    await expect(server.transport.request({ ...request, signal: AbortSignal.timeout(30) })).rejects.toThrow()
  })

  test('carries the event stream through cuts', async () => {
    let connections = 0
    await using server = await startEventServer({ cutAfter: () => (connections++ < 50 ? 90 : undefined) })
    await using transport = createNodeTransport(server.url)
    for (let i = 1; i <= 100; i++) server.append('files.changed', { paths: [`${i} 🙂`] })
    const projectId = '01890000-0000-7000-8000-000000000001'
    const ids: (number | null)[] = []
    const client = createClient({ url: server.url, transport })
    for await (const event of client.events({ projectId, after: 0, backoff: { firstMilliseconds: 0, maxMilliseconds: 1 } })) {
      ids.push(event.id)
      if (ids.length === 100) break
    }
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })
})

describe('a queue of chunks', () => {
  test('pauses the connection while the reader is behind, and resumes it', async () => {
    const queue = createChunkQueue()
    const flow: string[] = []
    queue.onFlow({ pause: () => flow.push('pause'), resume: () => flow.push('resume') })
    for (let i = 0; i < 5; i++) queue.push(new Uint8Array(100_000))
    expect(flow).toEqual(['pause'])
    queue.end()
    let bytes = 0
    for await (const chunk of queue.chunks) bytes += chunk.length
    expect(bytes).toBe(500_000)
    expect(flow).toEqual(['pause', 'resume'])
  })

  test('gives what came before an error, then the error', async () => {
    const queue = createChunkQueue()
    queue.push(new Uint8Array(1))
    queue.fail(new Error('cut'))
    const iterator = queue.chunks[Symbol.asyncIterator]()
    expect(await iterator.next()).toMatchObject({ done: false })
    await expect(iterator.next()).rejects.toThrow('cut')
  })
})
