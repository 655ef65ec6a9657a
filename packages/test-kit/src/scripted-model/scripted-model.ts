// A model server that follows a script: real HTTP, real streaming, the wire formats of the providers. It stores every request, so that a
// test can check what the model saw.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoopbackServer } from '../servers/loopback-server.ts'
import { anthropic } from './anthropic.ts'
import { chatCompletions } from './chat-completions.ts'
import type { Format } from './format.ts'
import { google } from './google.ts'
import { responses } from './responses.ts'
import { chooseStep, type Script, type ScriptedRefusal, type ScriptedStep } from './script.ts'
import type { SeenRequest } from './seen-request.ts'

export type { Script, ScriptedCall, ScriptedStep } from './script.ts'
export type { SeenRequest } from './seen-request.ts'

export interface ScriptedModel extends AsyncDisposable {
  /** The base address of every format: `<url>/v1` for OpenAI's and Anthropic's, `<url>/v1beta` for Google's. */
  readonly url: string
  /** In the order of arrival. */
  readonly requests: readonly SeenRequest[]
}

const FORMATS: readonly Format[] = [chatCompletions, responses, anthropic, google]
const AT_ITS_END: ScriptedRefusal = { status: 400, type: 'invalid_request_error', message: 'The script has no more steps.' }

/** `port` 0 takes a free one. */
export async function startScriptedModel(script: Script | readonly ScriptedStep[], port = 0): Promise<ScriptedModel> {
  const whole: Script = 'steps' in script ? script : { steps: script }
  const requests: SeenRequest[] = []
  const server = await startLoopbackServer((request, response) => {
    answer(request, response, whole, requests).catch((error: unknown) => response.destroy(error as Error))
  }, port)
  return { ...server, requests }
}

async function answer(request: IncomingMessage, response: ServerResponse, script: Script, requests: SeenRequest[]): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://scripted')
  const format = FORMATS.find(({ path }) => path.test(pathname))
  if (!format) return void response.writeHead(404).end('no such page')
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  const seen: SeenRequest = { format: format.name, headers: request.headers, body, ...format.read(body, pathname) }
  const step = chooseStep(script, seen, requests.length)
  requests.push(seen)
  await step?.after
  const refusal = step ? step.refuse : AT_ITS_END
  if (refusal) return refuse(response, format, refusal)
  if (step) await stream(response, format, step, `${requests.length}`)
}

function refuse(response: ServerResponse, format: Format, refusal: ScriptedRefusal): void {
  response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers })
  response.end(JSON.stringify(format.refusal(refusal)))
}

async function stream(response: ServerResponse, format: Format, step: ScriptedStep, id: string): Promise<void> {
  const { content, end } = format.write(step, id)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const [index, piece] of content.entries()) {
    if (index === content.length - 1) await step.lastAfter
    await write(response, piece)
    if (step.delayMilliseconds) await sleep(step.delayMilliseconds)
  }
  await step.wholeAfter
  // What was written must be sent before the connection closes.
  if (step.breaks === 'reset') return void setTimeout(() => response.socket?.resetAndDestroy(), 20)
  if (step.breaks === 'error') await write(response, format.failure)
  else if (step.breaks === 'malformed') await write(response, 'data: {"this is": no event\n\n')
  else if (step.breaks !== 'end') for (const piece of end) await write(response, piece)
  response.end()
}

const write = (response: ServerResponse, piece: string): Promise<void> =>
  new Promise((resolve) => {
    // A reader that has disconnected is not an error of the script.
    response.write(piece, () => resolve())
  })
