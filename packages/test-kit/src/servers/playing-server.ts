// A server that gives prepared answers, one per request, over real connections; the last answer is repeated.
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startLoopbackServer } from './loopback-server.ts'

export interface PlayedRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** An object is a reply with status 200; a function may do anything with the connection. */
export type Answer = object | ((response: ServerResponse, request: PlayedRequest) => void)

export interface PlayingServer extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly PlayedRequest[]
}

export async function playAnswers(answers: readonly Answer[]): Promise<PlayingServer> {
  const requests: PlayedRequest[] = []
  const server = await startLoopbackServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const played = { method, path, body: await text(request) }
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {}
    requests.push(played)
    if (typeof answer === 'function') (answer as (response: ServerResponse, request: PlayedRequest) => void)(response, played)
    else response.end(JSON.stringify(answer))
  })
  return { ...server, requests }
}

export const refuse =
  (http: number, error_code: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void (response as ServerResponse)
      .writeHead(http, headers)
      .end(JSON.stringify({ success: false, error: error_code, error_code, details: {}, request_id: 'r' }))

export const cut: Answer = (response: ServerResponse) => void response.destroy()
