// qwen-code: chat completions, settings in ~/.qwen/settings.json (those of a project cannot take tools away).
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionOf, ownShell, settingsText } from './gemini-like.ts'
import type { RealAgent } from './real-agent.ts'

/**
 * None of its own tools except the named ones; everything else that it would start on its own is disabled; ours are not deferred to a tool
 * search.
 */
const TOOLS = {
  core: ['mcp__countersign__*'],
  disabled: [
    'agent',
    'list_agents',
    'skill',
    'get_goal',
    'update_goal',
    'enter_worktree',
    'exit_worktree',
    'record_artifact',
    'report_findings',
    'send_message',
    'task_stop',
  ],
  toolSearch: { enabled: false },
}

const PERSONAL = {
  security: { auth: { selectedType: 'openai' } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
}

export const qwenCode: RealAgent = {
  name: 'qwen-code',
  clientName: 'qwen-cli-mcp-client-countersign',
  packages: { '@qwen-code/qwen-code': '0.24.4' },
  program: () => '@qwen-code/qwen-code/cli-entry.js',
  recipe: (channel, address) => settingsText({ mcpServers: { countersign: connectionOf(channel, address) }, tools: TOOLS }),
  prepare: async ({ home, modelUrl }, recipe, request) => {
    await mkdir(join(home, '.qwen'), { recursive: true })
    await writeFile(join(home, '.qwen/settings.json'), settingsText({ ...(JSON.parse(recipe) as object), ...PERSONAL }))
    return {
      args: ['-p', request, '--output-format', 'stream-json', '--auth-type', 'openai'],
      env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: modelUrl, OPENAI_MODEL: 'scripted' },
    }
  },
  ownShell,
  harmlessTools: [],
  tellsFailure: (line) => /"type":"tool_result"/.test(line) && /"is_error":true/.test(line),
}
