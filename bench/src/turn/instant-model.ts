// A model in its own process that answers at once, or after a pause if told to think. It requests the planned call again and again, checks
// the results it gets, and measures the time between its answer and the next request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { chatCompletions } from '../../../packages/test-kit/src/scripted-model/chat-completions.ts'
import { answerQuestions, sayReady } from '../processes/answers.ts'
import type { Plan } from './kinds.ts'

export interface Seen {
  /** Milliseconds from the end of an answer to the end of the next request. */
  readonly gaps: readonly number[]
  readonly answers: number
  /** What it received instead of the result of the call; empty if everything is correct. */
  readonly wrong: readonly string[]
}

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
  readonly tools?: readonly unknown[]
}

let plan: Plan | undefined
let answeredAt = 0
let answers = 0
let gaps: number[] = []
let wrong: string[] = []

function begin(next: Plan): void {
  plan = next
  answers = 0
  gaps = []
  wrong = []
}

const numbered = (template: string, n: number): string => template.replaceAll('{n}', String(n))

/** Titles and other requests without tools do not belong to the turn. */
function framesFor({ messages, tools = [] }: Sent, arrivedAt: number): string {
  if (!plan || tools.length === 0) return write({ text: 'A title' })
  if (answers > 0) {
    gaps.push(arrivedAt - answeredAt)
    const told = JSON.stringify(messages.at(-1))
    if (!told.includes(JSON.stringify(numbered(plan.call.told, answers)).slice(1, -1))) wrong.push(told.slice(0, 300))
  }
  answers++
  if (answers > plan.calls) return write({ text: 'Done.' })
  return write({ calls: [{ name: plan.call.name, arguments: numbered(JSON.stringify(plan.call.arguments), answers) }] })
}

function write(step: Parameters<typeof chatCompletions.write>[0]): string {
  const { content, end } = chatCompletions.write(step, `${answers}`)
  return [...content, ...end].join('')
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const arrivedAt = performance.now()
  const frames = framesFor(JSON.parse(body) as Sent, arrivedAt)
  if (plan?.thinks) await setTimeout(plan.thinks)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  answeredAt = performance.now()
  response.end(frames)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error as Error))
})
answerQuestions({ begin, seen: (): Seen => ({ gaps, answers, wrong }) })
server.listen(0, '127.0.0.1', () => sayReady({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }))
