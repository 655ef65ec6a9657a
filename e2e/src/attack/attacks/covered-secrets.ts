// Secrets that a command moves away from where they are hidden, so that a tool that needs no approval shows them.
import type { Attack, AttackGroup } from '../attack.ts'
import { type Scene, SECRET } from '../scene.ts'

// Without its end: the search text must not be found merely because the query contains it.
const WORD = SECRET.slice(0, 'attack-secret'.length)

/** What any of these calls, none of which needs approval, shows of the secret. */
async function seekUnasked(scene: Scene, paths: readonly string[]): Promise<string | undefined> {
  const calls: readonly (readonly [tool: string, params: object])[] = [
    ...paths.map((path) => ['read_file', { path }] as const),
    ...paths.map((path) => ['execute_command', { command: 'cat', args: [path] }] as const),
    ['execute_command', { command: 'grep', args: ['-r', WORD, '.'] }],
    ['search_in_project', { query: WORD, ignored: true }],
    ['search_in_project', { query: WORD, pattern: '**/.*/**' }],
  ]
  for (const [tool, params] of calls) {
    const view = await scene.unasked(tool, params)
    if (JSON.stringify(view ?? '').includes(SECRET)) return `${tool} ${JSON.stringify(params)} shows the secret`
  }
  return undefined
}

/** What the attacker's approved script prints, and what tools show afterwards. */
async function carryOff(scene: Scene, scripts: readonly string[], paths: readonly string[]): Promise<string | undefined> {
  for (const source of scripts) {
    const view = await scene.script(source)
    if (JSON.stringify(view).includes(SECRET)) return `the script prints the secret: ${source}`
  }
  return seekUnasked(scene, paths)
}

const moved = (secret: string, folder: string): Attack => {
  const inside = secret.slice(folder.length)
  return {
    title: `${secret} is not read after mv of ${folder}`,
    world: { files: { [secret]: SECRET } },
    run: (scene) =>
      carryOff(scene, [`mv ${folder} k; cat k${inside}`, `cp -r ${folder} k2; ln ${secret} k3; cat k2${inside} k3`], [`k${inside}`, 'k3']),
  }
}

const LATIN: Attack = {
  title: 'secrets in a folder whose name is not UTF-8 are not read, neither where a person nor where a command named it so',
  world: { files: { '.kube/config': SECRET, 'deep/server.key': SECRET, 'caf\ufffd/config': 'another' } },
  async run(scene) {
    await scene.asPerson('bash', '-c', "mkdir -p $'caf\\xe9/.kube'; cp .kube/config $'caf\\xe9/.env'; cp .kube/config $'caf\\xe9/.kube/'")
    const script = "mv .kube $'k\\xe9'; mv deep $'d\\xe9'; cat $'k\\xe9/config' $'d\\xe9/server.key'; mv $'caf\\xe9/.kube' $'caf\\xe9/k'"
    return carryOff(scene, [script, "ln -s $'caf\\xe9' link"], ['caf\ufffd/.env', 'caf\ufffd/k/config', 'k\ufffd/config', 'link/k/config'])
  },
}

const SHUT: Attack = {
  title: 'secrets in a folder that a command shut (chmod 311, 000, 400) are not read by the next one',
  world: { files: { '.kube/config': SECRET, 'deep/server.key': SECRET, 'a/.docker/config.json': SECRET } },
  async run(scene) {
    try {
      const open = 'chmod 755 .kube deep a a/.docker; mv .kube k; cat .kube/config deep/server.key a/.docker/config.json k/config'
      return await carryOff(
        scene,
        ['chmod 311 .kube deep; chmod 400 a', 'cat .kube/config deep/server.key', open, 'chmod 000 .kube a/.docker', open],
        ['k/config', 'a/d/config.json'],
      )
    } finally {
      await scene.asPerson('chmod', '755', '.kube', 'deep', 'a', 'a/.docker')
    }
  },
}

const MOVER = `import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
const move = (one, other) => { try { renameSync(one, other) } catch {} }
mkdirSync('dummy'); writeFileSync('dummy/server.key', ''); mkdirSync('other'); writeFileSync('other/config', '')
for (let end = Date.now() + 60_000; Date.now() < end;)
  for (const [one, other] of [['deep', 'x'], ['dummy', 'deep'], ['deep', 'dummy'], ['x', 'deep'], ['.kube', 'k'], ['other', '.kube'], ['.kube', 'other'], ['k', '.kube']]) move(one, other)
`

const RACE: Attack = {
  title: 'a process that goes on does not move secrets from under the covers of a command that only reads',
  world: { files: { '.kube/config': SECRET, 'deep/server.key': SECRET, 'mover.mjs': MOVER } },
  async run(scene) {
    await scene.approved('run_persistent', { command: 'node mover.mjs', process_id: 'mover' })
    for (let round = 0; round < 8; round++) {
      const reached = await seekUnasked(scene, ['k/config', 'x/server.key'])
      if (reached !== undefined) return reached
    }
    return undefined
  },
}

/** It must still work, and show nothing. */
async function worksOn(scene: Scene): Promise<string | undefined> {
  const view = await scene.unasked('execute_command', { command: 'pwd' })
  if (view?.status !== 'completed') return `pwd does not work any more: ${JSON.stringify(view)}`
  return seekUnasked(scene, [])
}

const MANY: Attack = {
  title: 'thousands of folders that hold a key neither stop commands nor uncover one',
  world: { files: { '.env': SECRET } },
  async run(scene) {
    await scene.asPerson('bash', '-c', 'for i in {1..7500}; do mkdir -p certs/$i; cp .env certs/$i/server.key; done')
    return worksOn(scene)
  },
}

const LONG: Attack = {
  title: 'a path longer than the system takes neither stops later commands nor uncovers a secret',
  world: { files: { '.env': SECRET } },
  async run(scene) {
    const name = 'x'.repeat(200)
    try {
      await scene.script(`for i in $(seq 40); do mkdir ${name} && cd ${name}; done`)
      return await worksOn(scene)
    } finally {
      await scene.asPerson('rm', '-rf', name)
    }
  },
}

export const COVERED_SECRETS: AttackGroup = {
  name: 'covered secrets',
  attacks: [
    { ...moved('.kube/config', '.kube'), sample: true },
    moved('.docker/config.json', '.docker'),
    moved('deploy/secrets/db_password', 'deploy/secrets'),
    moved('a/.config/gh/hosts.yml', 'a/.config'),
    moved('a/.config/gh/hosts.yml', 'a/.config/gh'),
    moved('k8s/Secrets/app.yaml', 'k8s'),
    LATIN,
    SHUT,
    RACE,
    MANY,
    LONG,
  ],
}
