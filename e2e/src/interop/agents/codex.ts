// Codex: the Responses format, settings in ~/.codex/config.toml. The model is named in a profile beside it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, RealAgent } from './real-agent.ts'

const PROFILE = 'scripted'

const OWN_TOOLS_OFF = `sandbox_mode = "read-only"     # what is left of its own tools cannot write
web_search = "disabled"

[features]                     # \`codex features list\` shows the names of your version
shell_tool = false
unified_exec = false
view_image = false
multi_agent = false
`

const CONNECTIONS: Record<Channel, (address: string) => string> = {
  http: (address) => `url = "${address}"
bearer_token_env_var = "COUNTERSIGN_AGENT_TOKEN"`,
  stdio: () => `command = "countersign"
args = ["mcp"]
env_vars = ["COUNTERSIGN_URL", "COUNTERSIGN_AGENT_TOKEN", "COUNTERSIGN_PROJECT"]`,
}

const profile = (modelUrl: string): string => `model = "scripted"
model_provider = "scripted"
approval_policy = "never"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}"
wire_api = "responses"
`

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
}

export const codex: RealAgent = {
  name: 'codex',
  clientName: 'codex-mcp-client',
  packages: { '@openai/codex': '0.166.0' },
  program: () => {
    const platform = `${process.platform}-${process.arch}`
    return `@openai/codex-${platform}/vendor/${PLATFORMS[platform]}/bin/codex`
  },
  recipe: (channel, address) => `${OWN_TOOLS_OFF}
[mcp_servers.countersign]
${CONNECTIONS[channel](address)}
required = true                # no turn begins before the tools are there
startup_timeout_sec = 60
tool_timeout_sec = 120
default_tools_approval_mode = "approve"     # Countersign asks; Codex need not ask as well
`,
  prepare: async ({ home, modelUrl }, recipe, request) => {
    const folder = join(home, '.codex')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'config.toml'), recipe)
    await writeFile(join(folder, `${PROFILE}.config.toml`), profile(modelUrl))
    return { args: ['exec', '--profile', PROFILE, '--skip-git-repo-check', '--json', request], env: {} }
  },
  ownShell: { name: 'exec_command', arguments: (cmd) => ({ cmd }) },
  // Resources of MCP servers (Countersign has none), and notes about its own work.
  harmlessTools: [
    'list_mcp_resources',
    'list_mcp_resource_templates',
    'read_mcp_resource',
    'request_user_input',
    'update_plan',
    'get_goal',
    'create_goal',
    'update_goal',
  ],
  tellsFailure: (line) => /"type":"mcp_tool_call".*"status":"failed"/.test(line),
}
