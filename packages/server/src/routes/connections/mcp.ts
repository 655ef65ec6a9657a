// The MCP endpoint: messages, notifications from the server, and the end of a session. The MCP layer is loaded with the first
// request, because most servers start without an MCP client.
import type { Principal } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'
import { sendWebResponse } from '../../http/send-web-response.ts'

type McpHandlers = Pick<Handlers, 'mcpSend' | 'mcpListen' | 'mcpEnd'>
type McpRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'> & {
  readonly params: { readonly p: ProjectId }
  readonly principal: Principal
}

export function createMcpHandlers({ access, mcp }: Pick<AppContext, 'access' | 'mcp'>): McpHandlers {
  const answer = async (request: McpRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { principal, params, body } = request
    const project = await access.project(principal, params.p)
    const message = { request: webRequestOf(request), body: body ?? undefined, principal, project }
    return sendWebResponse(reply, await (await mcp.load()).answer(message))
  }

  return { mcpSend: answer, mcpListen: answer, mcpEnd: answer }
}

function webRequestOf({ method, url, headers }: Pick<McpRequest, 'method' | 'url' | 'headers'>): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  return new Request(new URL(url, 'http://localhost'), { method, headers: given })
}
