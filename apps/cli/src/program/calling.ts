// chat, call, mcp, history, processes and stop: an agent's calls and their results.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Risk, Status } from '@countersign/protocol'
import { type Command, Option } from 'commander'
import { dataOption, jsonOption, positive } from './options.ts'

const STANDINGS: readonly Status[] = [
  'pending',
  'awaiting_approval',
  'approved',
  'executing',
  'completed',
  'rejected',
  'timeout',
  'failed',
  'cancelled',
]
const RISKS: readonly Risk[] = ['LOW', 'MEDIUM', 'HIGH']

export function addCalling(program: Command): void {
  program
    .command('chat <words...>')
    .description('write to the agent of the running server and watch it: countersign chat "list files"; Ctrl-C stops it')
    .option('--session <id>', 'continue this conversation')
    .addOption(dataOption())
    .action(async (words, options) => (await import('../commands/chat/chat.ts')).chat(words, options))
  program
    .command('call <tool> [json]')
    .description('call a tool as an agent: countersign call read_file \'{"path":"README.md"}\'')
    .option('--session <id>', 'session of the call')
    .option('--call-id <id>', 'a call with the same id in a session is the same call')
    .option('--no-wait', 'return at once if the call needs approval')
    .addOption(dataOption())
    .addOption(jsonOption())
    .addHelpText('after', () => `\nTools: ${toolNames().join(', ')}. Their parameters: docs/reference/tools.md`)
    .action(async (tool, json, options) => (await import('../commands/call.ts')).call(tool, json, options))
  program
    .command('mcp')
    .description('offer the tools to an agent over MCP, on standard input and output; the server checks every call')
    .addOption(dataOption())
    .addHelpText('after', MCP_HELP)
    .action(async (options) => (await import('../commands/mcp.ts')).mcp(options))
  program
    .command('history')
    .description('list the calls, newest first')
    .option('--tool <name>', 'only calls of this tool')
    .addOption(new Option('--status <status>', 'only calls in this status').choices(STANDINGS))
    .addOption(new Option('--risk <level>', 'only calls of this risk').choices(RISKS))
    .option('--limit <n>', 'at most this many', positive, 20)
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/history.ts')).history(options))
  program
    .command('processes')
    .description('list persistent processes (run_persistent), and how the last ones ended')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/processes.ts')).processes(options))
  program
    .command('stop <process_id>')
    .description('end a persistent process and everything it started')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (processId, options) => (await import('../commands/processes.ts')).stop(processId, options))
}

const MCP_HELP = `
It connects to the server that was started last on this machine, or to COUNTERSIGN_URL with COUNTERSIGN_AGENT_TOKEN and COUNTERSIGN_PROJECT.
Each start has its own session, which ends with it. Agents that speak MCP over HTTP connect to the server directly.
Turn off the agent's own file and shell tools, or it bypasses Countersign: docs/mcp.md says how for each agent.`

/** By `require`, because commander prints the help synchronously. */
function toolNames(): string[] {
  const file = fileURLToPath(new URL('./tool-names.ts', import.meta.url))
  return (createRequire(import.meta.url)(file) as typeof import('./tool-names.ts')).TOOL_NAMES
}
