// opencode: chat completions by its bundled provider, settings in the project's opencode.json.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, Place, RealAgent } from './real-agent.ts'

const PERMISSION = { '*': 'deny', 'countersign_*': 'allow' }

/** Its default is five seconds for the list of tools. */
const TIMEOUT = 120_000

const connectionOf = (channel: Channel, url: string): object =>
  channel === 'http'
    ? { type: 'remote', url, headers: { Authorization: 'Bearer {env:COUNTERSIGN_AGENT_TOKEN}' }, oauth: false, timeout: TIMEOUT }
    : { type: 'local', command: ['countersign', 'mcp'], timeout: TIMEOUT }

/** Settings of the person, not of the project: which model, and nothing that calls home. */
const personal = (baseURL: string): object => ({
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  autoupdate: false,
  share: 'disabled',
  provider: {
    scripted: { npm: '@ai-sdk/openai-compatible', options: { baseURL, apiKey: 'none' }, models: { scripted: { name: 'Scripted' } } },
  },
})

/** Nothing is fetched. */
export const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
}

export async function writePersonal({ home, modelUrl }: Pick<Place, 'home' | 'modelUrl'>): Promise<void> {
  const folder = join(home, '.config/opencode')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'opencode.json'), JSON.stringify(personal(modelUrl)))
}

export const opencode: RealAgent = {
  name: 'opencode',
  clientName: 'opencode',
  packages: { 'opencode-ai': '1.18.33' },
  program: () => `opencode-${process.platform}-${process.arch}/bin/opencode`,
  recipe: (channel, address) => {
    const mcp = { countersign: connectionOf(channel, address) }
    return `${JSON.stringify({ $schema: 'https://opencode.ai/config.json', mcp, permission: PERMISSION }, null, 2)}\n`
  },
  prepare: async (place, recipe, request) => {
    await writePersonal(place)
    await writeFile(join(place.workspace, 'opencode.json'), recipe)
    return { args: ['run', '--format', 'json', '--title', 'interop', request], env: QUIET }
  },
  ownShell: { name: 'bash', arguments: (command) => ({ command, description: 'look' }) },
  harmlessTools: [],
  tellsFailure: (line) => /"type":"tool_use".*"status":"error"/.test(line),
}
