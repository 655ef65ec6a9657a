// A process that holds event streams open and counts what arrives on them.
import { Agent, get, type IncomingMessage } from 'node:http'
import { answerQuestions, sayReady } from '../processes/answers.ts'
import { type Call, sendForJson } from './send.ts'

export interface OpenStreams {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly count: number
}

export interface Received {
  readonly events: number
  readonly bytes: number
}

/** Opening all at once overflows the listen queue, and a lost SYN waits a second. */
const AT_ONCE = 50
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
const received = { events: 0, bytes: 0 }
let awaited: { readonly events: number; readonly arrived: () => void } | undefined

function openOne({ url, headers }: OpenStreams): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const opening = get(url, { agent, headers: { accept: 'text/event-stream', ...headers } }, (incoming) => {
      if (incoming.statusCode !== 200) return reject(new Error(`${url} answered ${incoming.statusCode}`))
      countEvents(incoming)
      resolve(incoming)
    })
    opening.on('error', reject)
  })
}

/** Heartbeats and other comments are not events; they have no `data:` line. */
function countEvents(incoming: IncomingMessage): void {
  incoming.setEncoding('utf8')
  let rest = ''
  incoming.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks.filter((text) => /^data:/m.test(text))) {
      received.events++
      received.bytes += Buffer.byteLength(block) + 2
    }
    if (awaited && received.events >= awaited.events) awaited.arrived()
  })
  incoming.on('error', (error) => console.error(`a stream broke: ${error.message}`))
}

async function openAll(detail: OpenStreams): Promise<number> {
  for (let opened = 0; opened < detail.count; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, detail.count - opened) }, () => openOne(detail)))
  }
  return detail.count
}

/** Opens and closes a few streams first: one-time growth of the server must not count for the streams that stay. */
async function warmUp(detail: OpenStreams): Promise<void> {
  for (let opened = 0; opened < detail.count; opened += AT_ONCE) {
    const streams = await Promise.all(Array.from({ length: AT_ONCE }, () => openOne(detail)))
    for (const stream of streams) stream.destroy()
  }
}

export interface FanOut {
  readonly trigger: Call
  readonly streams: number
}

/** Milliseconds from the request that creates one event to its arrival on the last stream. */
async function fanOut({ trigger, streams }: FanOut): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  awaited = { events: received.events + streams, arrived: resolve }
  const started = performance.now()
  await Promise.all([sendForJson(agent, trigger), promise])
  awaited = undefined
  return performance.now() - started
}

answerQuestions({ open: openAll, warmUp, received: () => ({ ...received }), fanOut })
sayReady(true)
