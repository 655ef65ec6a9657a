// The folder outside the workspaces where the agents are installed, by npm and without their scripts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RealAgent } from './agents/real-agent.ts'

const FOLDER = fileURLToPath(new URL('../../../.cache/interop', import.meta.url))
const MODULES = join(FOLDER, 'node_modules')

/** The program of an agent in the named version; undefined if it is not installed. */
export function findProgram({ packages, program }: RealAgent): string | undefined {
  const path = join(MODULES, program())
  return existsSync(path) && Object.entries(packages).every(([name, version]) => installedVersion(name) === version) ? path : undefined
}

function installedVersion(name: string): string | undefined {
  const file = join(MODULES, name, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined
}

/** Several hundred megabytes, once. */
export function installAgents(agents: readonly RealAgent[]): void {
  if (agents.every(findProgram)) return
  const dependencies = Object.assign({}, ...agents.map(({ packages }) => packages)) as Record<string, string>
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies }, null, 2))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--no-workspaces']
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
  const missing = agents.filter((agent) => !findProgram(agent)).map(({ name }) => name)
  if (status !== 0 || missing.length > 0) throw new Error(`npm ended with ${status}; not installed: ${missing.join(', ') || 'nothing'}`)
}
