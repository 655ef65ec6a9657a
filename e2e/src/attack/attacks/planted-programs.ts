// Programs that a command plants where the runner would find them when it starts something itself.
import type { Attack, AttackGroup } from '../attack.ts'
import type { Scene } from '../scene.ts'

const REPOSITORY = [
  'git init -q .',
  'git config user.name Ann',
  'git config user.email ann@example.com',
  'git add -A',
  'git commit -qm start',
]

async function makeRepository({ asPerson }: Scene): Promise<void> {
  await asPerson('sh', '-c', REPOSITORY.join(' && '))
}

/** Started as `npx` would: the workspace's own programs come first on the PATH. */
const planted = (name: string, acts: (scene: Scene) => Promise<unknown>): Attack => ({
  title: `${name} in node_modules/.bin is not run by the runner itself`,
  world: { runner: 'separate', files: { 'a.txt': 'a\n' } },
  async run(scene) {
    const { world, trap } = scene
    await makeRepository(scene)
    const bin = 'node_modules/.bin'
    await scene.script(`mkdir -p ${bin}; printf '#!/bin/sh\\n${trap.line}\\nexit 1\\n' > ${bin}/${name}; chmod +x ${bin}/${name}`)
    if (!world.workspace.has(`${bin}/${name}`)) throw new Error('nothing was planted')
    await world.runner()?.stop()
    world.restartRunner({ PATH: `${world.workspace.at(bin)}:${process.env.PATH}` })
    await world.runnerOnline()
    await acts(scene)
    return trap.isSprung() ? `the planted ${name} was run outside the sandbox` : undefined
  },
})

const preview = (scene: Scene) => scene.approved('write_file', { path: 'a.txt', content: 'b\n' })
const tools = async (scene: Scene) => {
  await scene.unasked('search_in_project', { query: 'a' })
  await scene.unasked('git.status', {})
  await scene.unasked('git.diff', { path: '.' })
  await scene.unasked('execute_command', { command: 'ls' })
  await scene.approved('git.commit', { message: 'later' })
}

export const PLANTED_PROGRAMS: AttackGroup = {
  name: 'planted programs',
  attacks: [
    {
      ...planted('git', async (scene) => {
        await preview(scene)
        await tools(scene)
      }),
      sample: true,
    },
    ...['rg', 'bwrap', 'prlimit', 'ps', 'node'].map((name) =>
      planted(name, async (scene) => {
        await preview(scene)
        await tools(scene)
      }),
    ),
  ],
}
