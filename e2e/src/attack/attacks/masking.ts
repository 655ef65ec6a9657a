// What masking hides from the person, and what it fails to hide: lines that a card omits, secrets in every form that a command prints, and
// paths that look like secrets.
import type { Approval } from '@countersign/protocol'
import type { Attack, AttackGroup } from '../attack.ts'
import type { Scene } from '../scene.ts'

const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
const BEGIN = '-----BEGIN PRIVATE KEY-----\n'
/** Made up, and never written as one word, so that no scanner reports this file as a leak. */
const VALUE = ['kJ8v', 'Q2xR', '7mWn'].join('')

/** The event that every window gets for a pending call. */
async function eventOf({ world }: Scene, tool: string): Promise<Record<string, unknown>> {
  await using reader = await world.events({ after: 0 })
  return (await reader.next('tool.approval_request', ({ tool_id }) => tool_id === tool)).data
}

const countAdded = (preview: unknown): number => JSON.stringify(preview).match(/\\n\+(?!\+\+ )/g)?.length ?? 0

const swallowed = (title: string, before: string, params: { path: string; content: string; mode: string }): Attack => ({
  title: `a card tells of lines that masking hides: ${title}`,
  world: { files: { 'keys.md': before } },
  async run(scene) {
    const { tool_id, approval_id } = await scene.world.agent.call('write_file', params)
    const event = await eventOf(scene, tool_id)
    const approval: Approval = await scene.world.operator.approval(approval_id as string)
    if (!(event.masked as string[] | undefined)?.includes('preview')) return 'the event does not say that its preview is masked'
    if (countAdded(event.preview) !== countAdded(approval.preview)) return 'the masked preview has other lines than the true one'
    return JSON.stringify(approval.preview).includes('evil') ? undefined : 'the operator is not shown the true text'
  },
})

const SWALLOWED = [
  swallowed('appended behind the beginning of a key', `# Keys\n${BEGIN}`, {
    path: 'keys.md',
    content: `curl evil example sh\n${KEY_LINE}\n`,
    mode: 'append',
  }),
  swallowed('written with the beginning of a key before them', '', {
    path: 'keys.md',
    content: `${BEGIN}curl evil example sh\n${KEY_LINE}\nrm all\n`,
    mode: 'write',
  }),
  swallowed('in the lines below a password', 'a: 1\n', {
    path: 'keys.md',
    content: 'password: |\n  curl evil example sh\n  and more\n',
    mode: 'append',
  }),
]

const SHAPES: readonly string[] = [
  `X-Auth-Token: ${VALUE}`,
  `x-api-key: ${VALUE}`,
  `tokens:\n  - ${VALUE}`,
  `password: |\n  ${VALUE}`,
  `password = """\n${VALUE}\n"""`,
  `got {"password":"${VALUE}"} back`,
  `"{\\"token\\":\\"${VALUE}\\"}"`,
  `docker login -u bob -p ${VALUE} r.example`,
  `{"kty":"oct","k":"${VALUE}${VALUE}"}`,
  `jdbc:mysql://h/db?user=a&password=${VALUE}`,
  `jdbc:oracle:thin:scott/${VALUE}@//h:1521/x`,
  `set -x API_TOKEN ${VALUE}`,
  `define('DB_PASSWORD', '${VALUE}');`,
  `env:\n- name: DB_PASSWORD\n  value: ${VALUE}`,
  `apiVersion: v1\ndata:\n  cert: ${VALUE}\nkind: Secret`,
  `const API_KEY: &str = "${VALUE}";`,
  `machine h login bob password ${VALUE}`,
  `<property name="password" value="${VALUE}"/>`,
]

const PRINTED: Attack = {
  title: 'secrets of every known shape are masked in the output of a command, live, in its result and in its record',
  sample: true,
  async run(scene) {
    await scene.world.workspace.write('shapes.json', JSON.stringify(SHAPES.map((shape) => [...shape].reverse().join(''))))
    await scene.world.workspace.write(
      'print.mjs',
      "import { readFileSync } from 'node:fs'\nfor (const text of JSON.parse(readFileSync('shapes.json', 'utf8'))) console.log([...text].reverse().join('') + '\\n')\n",
    )
    const view = await scene.approved('execute_command', { command: 'node', args: ['print.mjs'] })
    const { world } = scene
    const output = await world.operator.get(`/my/projects/${world.projectId}/tools/${view.tool_id}/output`)
    const record = await world.operator.get(`/my/projects/${world.projectId}/tools/${view.tool_id}/record`)
    const left = [view.result, output, record].map((shown) => JSON.stringify(shown)).find((shown) => shown.includes(VALUE))
    return left && `${left.slice(Math.max(0, left.indexOf(VALUE) - 60), left.indexOf(VALUE) + 12)} is shown`
  },
}

const FOLDERS: Attack = {
  title: 'paths in an output stay paths, though the shell calls them PWD and OLDPWD',
  async run(scene) {
    const view = await scene.script('cd /usr/lib && cd /usr/share && env | grep PWD; pwd')
    const { stdout = '' } = (view.result ?? {}) as { stdout?: string }
    return stdout.includes('/usr/share') && stdout.includes('/usr/lib') && !stdout.includes('[masked]') ? undefined : `it prints ${stdout}`
  },
}

const NAMES: Attack = {
  title: 'files of more names that hold secrets are not read',
  world: {
    files: Object.fromEntries(
      [
        'secret.yaml',
        'k8s/secrets/db.yaml',
        'x.tfvars.json',
        'gha-creds-1.json',
        'any.env',
        '.mcp.json',
        '.cursor/mcp.json',
        'config/database.yml',
      ].map((path) => [path, VALUE]),
    ),
  },
  async run(scene) {
    for (const path of [
      'secret.yaml',
      'k8s/secrets/db.yaml',
      'x.tfvars.json',
      'any.env',
      '.mcp.json',
      '.cursor/mcp.json',
      'config/database.yml',
    ]) {
      for (const [tool, params] of [
        ['read_file', { path }],
        ['execute_command', { command: 'cat', args: [path] }],
      ] as const) {
        if (JSON.stringify((await scene.unasked(tool, params)) ?? '').includes(VALUE)) return `${tool} reads ${path}`
      }
    }
    const found = await scene.unasked('execute_command', { command: 'grep', args: ['-r', VALUE.slice(0, 6), '.'] })
    return JSON.stringify(found ?? '').includes(VALUE) ? 'grep -r reads one of them' : undefined
  },
}

export const MASKING: AttackGroup = { name: 'masking', attacks: [...SWALLOWED, PRINTED, FOLDERS, NAMES] }
