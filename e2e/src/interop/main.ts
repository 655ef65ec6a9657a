// `npm run interop [-- NAME …]`: agents from npm work through our MCP server. Installs them, then runs without a network.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installAgents } from './agent-cache.ts'
import { AGENTS, chooseAgents } from './agents.ts'

const PLAY = fileURLToPath(new URL('./play.ts', import.meta.url))

/** Everything shares one loopback interface and reaches nothing else; the runner's own sandbox works inside. */
const SANDBOX = ['bwrap', '--dev-bind', '/', '/', '--unshare-net', '--die-with-parent']

const canSandbox = (): boolean => spawnSync(SANDBOX[0] ?? '', [...SANDBOX.slice(1), 'true']).status === 0

const names = process.argv.slice(2)
chooseAgents(names)
installAgents(AGENTS)
const [program = '', ...args] = [...(canSandbox() ? SANDBOX : []), process.execPath, PLAY, ...names]
process.exitCode = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, NODE_NO_WARNINGS: '1' } }).status ?? 1
