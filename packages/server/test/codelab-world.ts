// A project with an agent and an IDE, each on a socket; the IDE answers and runs.
import { afterAll, beforeEach } from 'vitest'
import { SocketClient } from '../../test-kit/src/clients/socket-client.ts'
import { makeProject, startTestServer, type TestServer, tokenOf } from './test-server.ts'

export interface CodelabWorld {
  readonly server: TestServer
  readonly project: string
  readonly tokens: { readonly agent: string; readonly operator: string; readonly runner: string; readonly ide: string }
  connect(who: keyof CodelabWorld['tokens']): Promise<SocketClient>
}

export async function makeCodelabWorld(server: TestServer): Promise<CodelabWorld> {
  const project = await makeProject(server)
  const tokens = {
    agent: tokenOf(['agent'], { project, agent: 'tester' }),
    operator: tokenOf(['operator']),
    runner: tokenOf(['runner'], { project }),
    ide: tokenOf(['operator', 'runner'], { project }),
  }
  return { server, project, tokens, connect: (who) => SocketClient.open(server, { project, token: tokens[who] }) }
}

export interface SharedCodelab {
  readonly server: TestServer
  /** The world of the current test. */
  world(): CodelabWorld
  /** The current state of a call, as the operator reads it. */
  recordOf(id: string): Promise<{ readonly status: string; readonly [name: string]: unknown }>
}

/** One server for all tests of a file, and one project for each test. */
export async function sharedCodelab(): Promise<SharedCodelab> {
  const server = await startTestServer({ settings: { stream_heartbeat_seconds: 1 } })
  let world: CodelabWorld
  beforeEach(async () => {
    world = await makeCodelabWorld(server)
  })
  afterAll(() => server[Symbol.asyncDispose]())
  return {
    server,
    world: () => world,
    recordOf: async (id) => (await server.call('getExecution', { token: world.tokens.operator, params: { id } })).json,
  }
}

/** A runner's result for writing a file with one character. */
export const WRITTEN = { success: true, bytes_written: 1 }

export const read = (call_id: string, path = 'a.txt') => ({ type: 'tool_call', call_id, tool_name: 'read_file', args: { path } })

export const write = (call_id: string, content = 'x', more: object = {}) => ({
  type: 'tool_call',
  call_id,
  tool_name: 'write_file',
  args: { path: 'a.txt', content },
  ...more,
})

export const decision = (call_id: string, kind: string, more: object = {}) => ({ type: 'hitl_decision', call_id, decision: kind, ...more })

export const result = (call_id: string, value: object) => ({ type: 'tool_result', call_id, result: value })
