// The smallest server that does the same durable work: accepts a call, stores it, signals the runner, stores the result, answers. A write
// waits for an approval first. No accounts, no policy, no log.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sayReady } from '../processes/answers.ts'
import { type BareCall, runTurn } from './agent.ts'
import { openGroupedStore } from './grouped-store.ts'

const store = openGroupedStore(`${process.argv[2]}/bare.sqlite`)
const streams = new Set<ServerResponse>()
const waiting = new Map<string, (reply: object) => void>()
const asked = new Map<string, BareCall>()
let lastId = 0

function signal(id: string, body: BareCall): void {
  const event = `event: tool.execution_signal\nid: ${id}\ndata: ${JSON.stringify({ tool_id: id, ...body })}\n\n`
  for (const stream of streams) stream.write(event)
}

async function execute(body: BareCall): Promise<object> {
  const id = String(++lastId)
  const status = body.tool_name === 'write_file' ? 'awaiting_approval' : 'executing'
  await store.add(id, status, JSON.stringify(body))
  if (status === 'awaiting_approval') {
    asked.set(id, body)
    return { tool_id: id, approval_id: id, status }
  }
  return runStored(id, body)
}

/** The calls of a turn are cleared already: no approval is needed. */
async function runStored(id: string, body: BareCall): Promise<object> {
  const ended = endOf(id)
  signal(id, body)
  return ended
}

const endOf = (id: string): Promise<object> => new Promise((resolve) => waiting.set(id, resolve))

async function approve(id: string): Promise<object> {
  const body = asked.get(id)
  if (!body) throw new Error(`nothing asked as ${id}`)
  asked.delete(id)
  await store.approve(id)
  signal(id, body)
  return { approval_id: id, status: 'approved' }
}

async function settle(id: string, result: object): Promise<object> {
  await store.settle(id, JSON.stringify(result))
  waiting.get(id)?.({ tool_id: id, status: 'completed', result })
  waiting.delete(id)
  return { tool_id: id, status: 'completed' }
}

const turn = ({ model, message }: { model: string; message: string }): Promise<object> =>
  runTurn({ store, nextId: () => String(++lastId), run: runStored }, model, message)

/** An event that is not a call: stored, then sent to every follower. */
async function notify(body: object): Promise<object> {
  const id = String(++lastId)
  await store.add(id, 'notice', JSON.stringify(body))
  signal(id, { tool_name: 'notice', tool_params: { paths: JSON.stringify(body) } })
  return { id }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text === '' ? undefined : JSON.parse(text)
}

async function route(request: IncomingMessage, id: string): Promise<object> {
  if (request.url === '/execute') return execute((await readJson(request)) as BareCall)
  if (request.url === '/turn') return turn((await readJson(request)) as { model: string; message: string })
  if (request.url === '/notify') return notify((await readJson(request)) as object)
  if (request.url?.startsWith('/result/')) return settle(id, (await readJson(request)) as object)
  if (request.url?.startsWith('/approve/')) return approve(id)
  if (request.url?.startsWith('/tools/')) return endOf(id)
  return { completed: store.countCompleted() }
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.flushHeaders()
  streams.add(response)
  response.on('close', () => streams.delete(response))
}

const server = createServer((request, response) => {
  if (request.url === '/stream') return openStream(response)
  const id = request.url?.slice(request.url.lastIndexOf('/') + 1) ?? ''
  route(request, id).then(
    (value) => {
      const text = JSON.stringify(value)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => sayReady({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
