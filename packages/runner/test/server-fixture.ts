// A small real server that speaks the runner's routes: hello, stream, call, preview, result. It signs what a test tells it to.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clearance, callDigest, type Risk } from '@countersign/protocol'
import { TOOL_NAMES } from '@countersign/tools'
import { newId } from '../../test-kit/src/ids.ts'
import { signClearance } from '../../test-kit/src/sign-clearance.ts'

export interface Posted {
  readonly path: string
  readonly body: Record<string, unknown>
}

export interface Call {
  readonly tool_id: string
  readonly attempt_id: string
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
  readonly digest: string
  readonly clearance: string
  readonly timestamp: string
}

export interface CallRequest {
  readonly tool?: string
  readonly params?: Record<string, unknown>
  readonly risk?: Risk
  readonly network?: boolean
  /** Changes the claims before they are signed. */
  readonly claims?: Partial<Record<keyof Clearance, unknown>>
  readonly key?: KeyObject
  readonly header?: Record<string, unknown>
}

export const projectId = '01890000-0000-7000-8000-0000000000aa'

/** Clears what a test does not ask about. */
const ALLOWS_ALL = {
  name: 'a rule of the test',
  do: 'allow',
  tools: [...TOOL_NAMES],
  cover_high: true,
  why: 'the test is about something else',
  examples: { match: [{ tool: 'read_file' }], no_match: [{ tool: 'no_tool' }] },
}

export class ServerFixture implements AsyncDisposable {
  keys = generateKeyPairSync('ed25519')
  readonly posted: Posted[] = []
  readonly bodies = new Map<string, Buffer>()
  readonly calls = new Map<string, Record<string, unknown>>()
  holdsLease = true
  leaseSeconds = 30
  waiting: { tool_id: string; kind: 'preview' | 'execute' }[] = []
  rulings: Record<string, unknown>[] = []
  endProcesses: string[] = []
  /** Left out of the answer to a hello if undefined, as an older server does. */
  takesForms: boolean | undefined = true
  policyVersion = 'test'
  rules: object[] = [ALLOWS_ALL]
  /** Answers instead of the route; return false to let the route answer. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  readonly #streams = new Set<ServerResponse>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #port = 0
  #events = 0

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get streams(): number {
    return this.#streams.size
  }

  results(): Record<string, unknown>[] {
    return this.posted.filter(({ path }) => path.endsWith('/result')).map(({ body }) => body)
  }

  hellos(): Record<string, unknown>[] {
    return this.posted.filter(({ path }) => path.endsWith('/hello')).map(({ body }) => body)
  }

  makeCall({ tool = 'read_file', params = { path: 'a.txt' }, risk = 'LOW', network = false, claims, key, header }: CallRequest = {}): Call {
    const tool_id = newId()
    const attempt_id = newId()
    const digest = callDigest({ tool_name: tool, tool_params: params, network })
    const by = risk === 'LOW' ? { kind: 'rule', rule: 'risk:LOW' } : { kind: 'rule', rule: ALLOWS_ALL.name }
    const exp = Math.floor(Date.now() / 1000) + 60
    const all = {
      execution_id: tool_id,
      attempt_id,
      call_digest: digest,
      base_digests: {},
      risk,
      network,
      by,
      policy_version: this.policyVersion,
      exp,
      ...claims,
    }
    const clearance = signClearance(all, key ?? this.keys.privateKey, header)
    return { tool_id, attempt_id, tool_name: tool, tool_params: params, digest, clearance, timestamp: new Date().toISOString() }
  }

  /** Makes what `GET …/call` answers with. */
  offer(call: Call, status = 'executing', network = false): void {
    this.calls.set(call.tool_id, { success: true, ...call, status, network })
  }

  send(type: string, data: object): void {
    const text = `id: ${++this.#events}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
    for (const stream of this.#streams) stream.write(text)
  }

  signal(call: Call): Call {
    this.send('tool.execution_signal', call)
    return call
  }

  cutStreams(): void {
    for (const stream of this.#streams) stream.destroy()
  }

  /** Gone without a word, as after kill -9; `listen` brings it back on the same port. */
  async vanish(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.vanish()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (this.intercept(request, response)) return
    const path = (request.url ?? '').replace(/\?.*$/, '').replace(`/my/projects/${projectId}`, '')
    if (path === '/chat/stream') return this.#openStream(response)
    if (path.startsWith('/bodies/')) return void response.end(this.bodies.get(path.slice('/bodies/'.length)))
    const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {}
    if (request.method === 'POST') this.posted.push({ path, body })
    const reply = this.#reply(path)
    response.writeHead(reply ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply ?? { success: false, error: 'Not found', error_code: 'NOT_FOUND', details: {}, request_id: 'r' }))
  }

  #openStream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(':\n\n')
    this.#streams.add(response)
    response.on('close', () => this.#streams.delete(response))
  }

  #reply(path: string): object | undefined {
    const [, , tool, action] = path.split('/')
    if (path === '/runner/hello') {
      const clearance_key = this.keys.publicKey.export({ format: 'jwk' })
      const { holdsLease: holds_lease, leaseSeconds: lease_seconds, waiting, rulings: attempts } = this
      return {
        success: true,
        holds_lease,
        lease_seconds,
        clearance_key,
        policy_version: this.policyVersion,
        attempts,
        waiting,
        last_event_id: this.#events,
        end_processes: this.endProcesses,
        server_time: new Date().toISOString(),
        takes_forms: this.takesForms,
      }
    }
    if (path === '/runner/heartbeat') return { success: true, holds_lease: this.holdsLease, policy_version: this.policyVersion }
    if (path === '/runner/rules') return { success: true, policy_version: this.policyVersion, rules: this.rules, extra_commands: {} }
    if (action === 'call') return this.calls.get(tool as string)
    if (action === 'result') return { success: true, tool_id: tool, status: 'completed', message: 'received' }
    return { success: true }
  }
}
