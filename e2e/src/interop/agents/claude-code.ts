// Claude Code: Anthropic's Messages format, no tools of its own, and only the MCP servers of one file.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, RealAgent } from './real-agent.ts'

/** After the name of the program, as in docs/mcp.md. */
export const CLAUDE_OPTIONS = [
  '--tools',
  '',
  '--strict-mcp-config',
  '--mcp-config',
  'countersign.json',
  '--allowedTools',
  'mcp__countersign',
]

const connectionOf = (channel: Channel, url: string): object =>
  channel === 'http'
    ? { type: 'http', url, headers: { Authorization: ['Bearer $', '{COUNTERSIGN_AGENT_TOKEN}'].join('') } }
    : { type: 'stdio', command: 'countersign', args: ['mcp'] }

/** Nothing is fetched or reported. */
const QUIET = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', MCP_TIMEOUT: '60000' }

export const claudeCode: RealAgent = {
  name: 'claude-code',
  clientName: 'claude-code',
  packages: { '@anthropic-ai/claude-code': '2.1.326' },
  program: () => `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  recipe: (channel, address) => `${JSON.stringify({ mcpServers: { countersign: connectionOf(channel, address) } }, null, 2)}\n`,
  prepare: async ({ home, modelUrl }, recipe, request) => {
    const file = join(home, 'countersign.json')
    await writeFile(file, recipe)
    const options = CLAUDE_OPTIONS.map((option) => (option === 'countersign.json' ? file : option))
    const args = ['-p', request, '--output-format', 'stream-json', '--verbose', '--model', 'claude-sonnet-4-5', ...options]
    const model = { ANTHROPIC_BASE_URL: modelUrl.replace(/\/v1$/, ''), ANTHROPIC_API_KEY: 'none', API_TIMEOUT_MS: '300000' }
    return { args, env: { ...QUIET, ...model } }
  },
  ownShell: { name: 'Bash', arguments: (command) => ({ command, description: 'look' }) },
  harmlessTools: [],
  tellsFailure: (line) => /"type":"tool_result"/.test(line) && /"is_error":true/.test(line),
}
