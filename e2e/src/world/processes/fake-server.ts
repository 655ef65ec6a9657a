// A server that a test controls completely, for a real runner: it signs what it is given and records what the runner posts.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Clearance, callDigest } from '@countersign/protocol'
import { newId } from '../../../../packages/test-kit/src/ids.ts'
import { startLoopbackServer } from '../../../../packages/test-kit/src/servers/loopback-server.ts'
import { encodePart, signClearance } from '../../../../packages/test-kit/src/sign-clearance.ts'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'

export interface Signal {
  readonly tool_id: string
  readonly attempt_id: string
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
  readonly digest: string
  readonly clearance: string | null
}

export interface PostedResult {
  readonly tool_id: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface FakeServer extends AsyncDisposable {
  readonly url: string
  readonly projectId: string
  readonly token: string
  readonly results: readonly PostedResult[]
  /** How often a runner said hello. */
  hellos(): number
  isListenedTo(): boolean
  /** The clearance of a correct call; a test makes it invalid. */
  claims(call: Omit<Signal, 'clearance' | 'digest'>): Clearance
  sign(claims: object, key?: KeyObject): string
  send(signal: Signal): void
  resultOf(toolId: string): Promise<PostedResult>
  /** From now on another key is announced, and the open streams are cut. */
  changeKey(): void
}

export const otherKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

const NO_RULES = { policy_version: 'test', rules: [], extra_commands: {} }

export async function startFakeServer(): Promise<FakeServer> {
  const projectId = newId()
  let keys = generateKeyPairSync('ed25519')
  let hellos = 0
  let lastId = 0
  const streams = new Set<ServerResponse>()
  const results: PostedResult[] = []
  const announced = () => ({
    success: true,
    holds_lease: true,
    lease_seconds: 30,
    clearance_key: keys.publicKey.export({ format: 'jwk' }),
    policy_version: NO_RULES.policy_version,
    attempts: [],
    waiting: [],
    last_event_id: lastId,
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readJson(request)
    const path = request.url ?? ''
    if (path.includes('/chat/stream')) return openStream(response)
    if (path.endsWith('/hello')) hellos++
    const tool_id = /tools\/([^/]+)\/result$/.exec(path)?.[1]
    if (tool_id) results.push({ tool_id, body })
    const reply = path.endsWith('/hello')
      ? announced()
      : { success: true, holds_lease: true, ...NO_RULES, tool_id, status: body.status, message: 'received' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const openStream = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    streams.add(response)
    response.on('close', () => streams.delete(response))
  }
  const server = await startLoopbackServer((request, response) => void answer(request, response))
  return {
    ...server,
    projectId,
    token: `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart({ sub: 'local', roles: ['runner'], project: projectId, jti: newId(), exp: 4_000_000_000 })}.unsigned`,
    results,
    hellos: () => hellos,
    isListenedTo: () => streams.size > 0,
    claims: goodClaims,
    sign: (claims, key = keys.privateKey) => signClearance(claims, key),
    send: (signal) => {
      const data = JSON.stringify({ ...signal, timestamp: new Date().toISOString() })
      for (const stream of streams) stream.write(`id: ${++lastId}\nevent: tool.execution_signal\ndata: ${data}\n\n`)
    },
    resultOf: (toolId) => eventually(`the result of ${toolId}`, () => results.find(({ tool_id }) => tool_id === toolId)),
    changeKey: () => {
      keys = generateKeyPairSync('ed25519')
      for (const stream of streams) stream.destroy()
    },
  }
}

function goodClaims({ tool_id, attempt_id, tool_name, tool_params }: Omit<Signal, 'clearance' | 'digest'>): Clearance {
  return {
    execution_id: tool_id,
    attempt_id,
    call_digest: callDigest({ tool_name, tool_params, network: false }),
    base_digests: {},
    risk: 'MEDIUM',
    network: false,
    by: { kind: 'person', user_id: 'local', approval_id: newId() },
    policy_version: NO_RULES.policy_version,
    exp: Math.floor(Date.now() / 1000) + 60,
  } as Clearance
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const content = await text(request)
  return content ? JSON.parse(content) : {}
}
