// countersign mcp: MCP on standard input and output, for agents that start their tools as a program.
import { ROUTES } from '@countersign/protocol'
import { connect } from '../connection/connect.ts'
import { relayMcp } from '../mcp/relay.ts'

export async function mcp({ data }: { readonly data?: string }): Promise<void> {
  const { url, token, projectId } = await connect({ data, role: 'agent' })
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  const address = `${url.replace(/\/+$/, '')}${ROUTES.mcpSend.path.replace(':p', encodeURIComponent(projectId))}`
  const send = (message: object) => void process.stdout.write(`${JSON.stringify(message)}\n`)
  await relayMcp({ address, token, input: process.stdin, send, signal: ending.signal })
}
