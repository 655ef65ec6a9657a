// The address of MCP: messages, what the server tells unasked, and the end of a session. The MCP layer is loaded with the
// first of them: most servers start without a client for it.
import type { Principal } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'
import { sendWebResponse } from '../http/send-web-response.ts'

type McpHandlers = Pick<Handlers, 'mcpSend' | 'mcpListen' | 'mcpEnd'>
type McpRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body' | 'signedInUntil'> & {
  readonly params: { readonly p: ProjectId }
  readonly principal: Principal
}

export function createMcpHandlers({ own, mcp, clock }: Pick<AppContext, 'own' | 'mcp' | 'clock'>): McpHandlers {
  const answer = async (request: McpRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { principal, params, body } = request
    const project = await own.project(principal, params.p)
    const message = { request: webRequestOf(request), body: body ?? undefined, principal, project }
    return sendWebResponse(reply, await (await mcp.load()).answer(message))
  }

  /** It lasts no longer than the token that opened it. */
  const listen = async (request: McpRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const milliseconds = Math.min(request.signedInUntil - clock.now(), MAX_TIMER_MILLISECONDS)
    const timer = setTimeout(() => reply.raw.destroy(), milliseconds).unref()
    reply.raw.once('close', () => clearTimeout(timer))
    return answer(request, reply)
  }

  return { mcpSend: answer, mcpListen: listen, mcpEnd: answer }
}

/** The longest that a timer can be set for. */
const MAX_TIMER_MILLISECONDS = 2 ** 31 - 1

function webRequestOf({ method, url, headers }: Pick<McpRequest, 'method' | 'url' | 'headers'>): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  return new Request(new URL(url, 'http://localhost'), { method, headers: given })
}
