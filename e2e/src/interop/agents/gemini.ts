// Gemini CLI: Google's generateContent, settings in ~/.gemini/settings.json.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionOf, ownShell, settingsText } from './gemini-like.ts'
import type { RealAgent } from './real-agent.ts'

/** Exclusion compares bare names, and would remove ours too: the wanted tools are named instead. */
const TOOLS = { core: ['mcp_countersign_*'] }

/** Settings of the person, not of the recipe: how to sign in, and nothing that calls home. */
const PERSONAL = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, disableAutoUpdate: true },
}

export const gemini: RealAgent = {
  name: 'gemini',
  clientName: 'gemini-cli-mcp-client',
  packages: { '@google/gemini-cli': '0.61.0' },
  program: () => '@google/gemini-cli/bundle/gemini.js',
  recipe: (channel, address) => settingsText({ mcpServers: { countersign: connectionOf(channel, address) }, tools: TOOLS }),
  prepare: async ({ home, modelUrl }, recipe, request) => {
    await mkdir(join(home, '.gemini'), { recursive: true })
    await writeFile(join(home, '.gemini/settings.json'), settingsText({ ...(JSON.parse(recipe) as object), ...PERSONAL }))
    return {
      args: ['-p', request, '--output-format', 'stream-json', '--model', 'gemini-2.5-pro'],
      env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: modelUrl.replace(/\/v1$/, ''), GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    }
  },
  ownShell,
  harmlessTools: [],
  tellsFailure: (line) => /"type":"tool_result".*"status":"error"/.test(line),
}
