// An agent that speaks MCP, by the official client over streamable HTTP.
import assert from 'node:assert/strict'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { COUNTERSIGN_URL = 'http://127.0.0.1:4870', COUNTERSIGN_TOKEN } = process.env
const ENDS = ['completed', 'rejected', 'timeout', 'failed', 'cancelled']
const headers = { authorization: `Bearer ${COUNTERSIGN_TOKEN}` }

const listed = await fetch(`${COUNTERSIGN_URL}/my/projects`, { headers })
const { projects, error } = (await listed.json()) as { projects?: { id: string }[]; error?: string }
assert(projects?.[0], error ?? 'The token may use no project yet')
const address = new URL(`${COUNTERSIGN_URL}/my/projects/${projects[0].id}/mcp`)
const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))

/** A call that waits long answers with its id; `await_call` goes on waiting. */
async function callTool(name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: args }, { onprogress: ({ message }) => console.log(message) })
  const { 'countersign/status': status, 'countersign/tool_id': tool_id } = result._meta ?? {}
  return status && !ENDS.includes(String(status)) ? callTool('await_call', { tool_id }) : result
}

const textOf = ({ content: [first] }: CallToolResult): string => (first?.type === 'text' ? first.text : '')

const readme = await callTool('read_file', { path: 'README.md' })
console.log(textOf(readme))
const written = await callTool('write_file', { path: 'notes/mcp.md', content: 'Written by an agent that speaks MCP.\n' })
console.log(textOf(written))

// The story checks itself: a rejection is a tool error, with the operator's reason in words.
assert(!written.isError, textOf(written))
assert.match(textOf(await callTool('read_file', { path: 'notes/mcp.md' })), /Written by an agent that speaks MCP\./)
await client.close()
