// What Gemini CLI and its descendant qwen-code have in common: one settings file, and tools of their own that are off unless named.
import type { Channel } from './real-agent.ts'

const VARIABLES = ['COUNTERSIGN_URL', 'COUNTERSIGN_AGENT_TOKEN', 'COUNTERSIGN_PROJECT']

/** A server on stdio gets only the variables that are named here. */
const ENVIRONMENT = Object.fromEntries(VARIABLES.map((name) => [name, `$${name}`]))

export const connectionOf = (channel: Channel, httpUrl: string): object => ({
  ...(channel === 'http'
    ? { httpUrl, headers: { Authorization: 'Bearer $COUNTERSIGN_AGENT_TOKEN' } }
    : { command: 'countersign', args: ['mcp'], env: ENVIRONMENT }),
  timeout: 120_000,
  trust: true,
})

export const ownShell = { name: 'run_shell_command', arguments: (command: string) => ({ command, is_background: false }) }

export const settingsText = (settings: object): string => `${JSON.stringify(settings, null, 2)}\n`
