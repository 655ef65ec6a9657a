// Rules of the policy file, bypassed by links, by other words for the same command, by tools that walk folders, and by the file itself.

import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import type { Attack, AttackGroup } from '../attack.ts'
import { type Scene, SECRET } from '../scene.ts'

const WORD = SECRET.slice(0, 'attack-secret'.length)

const POLICY = `
[[rule]]
name = "docs"
do = "allow"
tools = ["write_file", "move_file", "delete_file", "apply_patch", "create_directory"]
paths = ["docs/**"]
cover_high = true
why = "documentation cannot break the build"
examples.match = [{ tool = "write_file", path = "docs/a.md" }]
examples.no_match = [{ tool = "write_file", path = "src/a.md" }]

[[rule]]
name = "ledger"
do = "deny"
paths = ["packages/ledger/**"]
why = "the ledger is private"
examples.match = [{ tool = "read_file", path = "packages/ledger/a" }]
examples.no_match = [{ tool = "read_file", path = "packages/a" }]

[[rule]]
name = "releases"
do = "deny"
commands = ["git push", "npm publish", "npm install", "npm run deploy"]
why = "releases are made by people"
examples.match = [{ tool = "execute_command", command = "git push" }]
examples.no_match = [{ tool = "execute_command", command = "git status" }]

[[rule]]
name = "legal"
do = "ask"
paths = ["legal/**"]
why = "lawyers read it"
examples.match = [{ tool = "read_file", path = "legal/a" }]
examples.no_match = [{ tool = "read_file", path = "a" }]
`

const FILES = {
  'src/app.ts': 'app\n',
  'docs/a.md': 'a\n',
  'packages/ledger/sums.ts': `${SECRET}\n`,
  'packages/other/index.ts': 'other\n',
  'legal/contract.md': `${SECRET}\n`,
}

const LINKS = `mkdir -p node_modules/@acme
ln -s ../src/app.ts docs/app.md; ln -s ../src docs/src
ln -s ../../packages/ledger node_modules/@acme/ledger; ln -s ../legal docs/legal
git init -q . && git add -A && git -c user.name=A -c user.email=a@example.com commit -qm start
echo ${SECRET} more >> packages/ledger/sums.ts`

async function useRules({ world, asPerson }: Scene, text = POLICY): Promise<void> {
  await asPerson('bash', '-c', LINKS)
  await world.data.write('policy.toml', text)
  await eventually('the rules are in force', async () => (await policyOf(world)).rules.length > 0 || undefined)
}

interface PolicyView {
  readonly rules: readonly { readonly name: string }[]
  readonly policy_version: string
  readonly problem?: string
}

const policyOf = ({ operator, projectId }: Scene['world']): Promise<PolicyView> => operator.get(`/my/projects/${projectId}/policy`)

const ruled = (title: string, run: Attack['run'], sample?: true): Attack => ({
  title,
  world: { files: FILES },
  ...(sample && { sample }),
  async run(scene) {
    await useRules(scene)
    return run(scene)
  },
})

const call = (command: string, ...args: string[]) => ['execute_command', { command, args }] as const

const WRITES: readonly (readonly [string, object])[] = [
  ['write_file', { path: 'docs/app.md', content: 'taken\n' }],
  ['write_file', { path: 'docs/src/app.ts', content: 'taken\n' }],
  ['write_file', { path: 'docs/src/new.ts', content: 'taken\n' }],
  ['apply_patch', { diff: '--- a/docs/app.md\n+++ b/docs/app.md\n@@ -1 +1 @@\n-app\n+taken\n' }],
  ['move_file', { from: 'docs/a.md', to: 'docs/src/a.md' }],
  ['create_directory', { path: 'docs/src/made' }],
  ['delete_file', { path: 'docs/src/app.ts' }],
]

const WRITE_BY_LINK = ruled(
  'an allowed folder writes nowhere else through links, unasked',
  async (scene) => {
    const { workspace } = scene.world
    for (const [tool, params] of WRITES) {
      const view = await scene.unasked(tool, params)
      if (view?.status === 'completed') return `${tool} ${JSON.stringify(params)} ran unasked`
    }
    const isUntouched = (await workspace.read('src/app.ts')) === 'app\n' && !workspace.has('src/a.md') && !workspace.has('src/made')
    return isUntouched ? undefined : 'a file outside the rule was changed'
  },
  true,
)

const READS: readonly (readonly [string, object])[] = [
  ['read_file', { path: 'node_modules/@acme/ledger/sums.ts' }],
  ['read_file', { path: 'packages/ledger/sums.ts' }],
  ['search_in_project', { query: WORD, path: 'packages' }],
  ['search_in_project', { query: WORD, ignored: true, path: 'packages' }],
  ['search_in_project', { query: 'more', path: 'node_modules' }],
  ['git.diff', { path: '.' }],
  ['git.diff', { path: 'packages' }],
  call('grep', '-r', WORD, 'packages'),
  call('grep', '-R', WORD, 'node_modules/'),
  call('cat', 'node_modules/@acme/ledger/sums.ts'),
]

const NAMES: readonly (readonly [string, object])[] = [
  ['list_files', { path: '.', recursive: true }],
  ['list_directory', { path: 'packages', recursive: true }],
  call('find', 'packages'),
]

const READ_DENIED = ruled(
  'a denied folder is shown by no tool, by no link and by no LOW command',
  async (scene) => {
    const resultOf = async (tool: string, params: object) => JSON.stringify((await scene.unasked(tool, params))?.result ?? '')
    for (const [tool, params] of READS)
      if ((await resultOf(tool, params)).includes(SECRET)) return `${tool} ${JSON.stringify(params)} shows what is denied`
    for (const [tool, params] of NAMES)
      if ((await resultOf(tool, params)).includes('sums.ts')) return `${tool} ${JSON.stringify(params)} names what is denied`
    return undefined
  },
  true,
)

const CARRY_OFF = ruled('a denied folder is neither moved, deleted nor read by what an operator approves', async (scene) => {
  const tries: readonly (readonly [string, object])[] = [
    ['move_file', { from: 'packages', to: 'p' }],
    ['delete_file', { path: 'packages', recursive: true }],
    ['move_file', { from: 'packages/ledger', to: 'p' }],
    ['git.commit', { message: 'all', paths: ['packages'] }],
  ]
  for (const [tool, params] of tries) {
    const text = JSON.stringify(await scene.approved(tool, params))
    if (text.includes(SECRET)) return `${tool} ${JSON.stringify(params)} shows the ledger`
  }
  for (const source of ['mv packages p; cat p/ledger/sums.ts', 'cp -r packages/ledger l; cat l/*; cat packages/ledger/*'])
    if (JSON.stringify(await scene.script(source)).includes(SECRET)) return `a script reads it: ${source}`
  if ((await scene.world.workspace.read('packages/ledger/sums.ts')).includes(SECRET)) return undefined
  return 'the ledger is gone'
})

const COMMANDS = [
  call('git', '-P', 'push'),
  call('git', '-C', '.', 'push'),
  call('git', '--no-pager', '-c', 'a.b=c', 'push'),
  call('git', '-c', 'alias.p=push', 'p'),
  call('find', '.', '-maxdepth', '0', '-exec', 'git', 'push', ';'),
  call('npm', 'i', 'left-pad'),
  call('npm', 'add', 'left-pad'),
  call('npm', '--prefix', '.', 'publish'),
  call('npm', '--', 'publish'),
  call('npm', '--color', 'always', 'publish'),
  call('npm', 'run-script', '--silent', 'deploy'),
  ...['git -P push', 'ls && npm i x', 'cd src && git -C . push', 'npm -s publish | cat', 'x=push; git $x'].map(
    (line) => ['run_command', { command: line }] as const,
  ),
]

const OTHER_WORDS = ruled(
  'a denied command is refused in whatever words',
  async (scene) => {
    for (const [tool, params] of COMMANDS) {
      const view = await scene.unasked(tool, params)
      if (view?.status !== 'failed') return `${JSON.stringify(params)} is not refused`
    }
    return undefined
  },
  true,
)

const ASKED = ruled('what must be asked is asked, by whatever name', async (scene) => {
  for (const path of ['legal/contract.md', 'docs/legal/contract.md']) {
    const view = await scene.unasked('read_file', { path })
    if (view !== undefined) return `read_file ${path} was not asked: ${view.status}`
  }
  const { result } = await scene.approved('read_file', { path: 'docs/legal/contract.md' })
  return JSON.stringify(result).includes(SECRET) ? undefined : 'an answer does not clear it'
})

const FILE_ITSELF: Attack = {
  title: 'a broken, emptied by half, deleted or shared policy file lifts no rule, and says so',
  world: { files: FILES },
  async run(scene) {
    const { world, asPerson } = scene
    await useRules(scene)
    const file = world.data.at('policy.toml')
    const { policy_version } = await policyOf(world)
    for (const act of [`echo '[[rule]' >> ${file}`, `rm ${file}`, `echo 'version = "2"' > ${file}; chmod 666 ${file}`]) {
      await asPerson('sh', '-c', act)
      const before = (await policyOf(world)).problem
      await eventually('the problem is told', async () => {
        const { problem } = await policyOf(world)
        return (problem !== undefined && problem !== before) || undefined
      })
      const now = await policyOf(world)
      if (now.policy_version !== policy_version) return `${act} changed the rules`
      if ((await scene.unasked('read_file', { path: 'packages/ledger/sums.ts' }))?.status === 'completed') return `${act} lifted a rule`
    }
    await asPerson('sh', '-c', `echo 'version = "2"' > ${file}; chmod 600 ${file}`)
    await eventually('the good file is in force', async () => (await policyOf(world)).rules.length === 0 || undefined)
    const view = await scene.unasked('read_file', { path: 'packages/ledger/sums.ts' })
    return view?.status === 'completed' ? undefined : 'a good change takes no effect'
  },
}

export const RULES: AttackGroup = { name: 'rules', attacks: [WRITE_BY_LINK, READ_DENIED, CARRY_OFF, OTHER_WORDS, ASKED, FILE_ITSELF] }
