// Shell lines that run unasked because they only read: what a workspace, a repository or another session may have laid in their way.
import { makeFolder } from '../../../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import type { Attack, AttackGroup } from '../attack.ts'
import { type Scene, SECRET } from '../scene.ts'

/** What an unasked line prints; an attack whose line does not run proves nothing. */
async function print(scene: Scene, command: string): Promise<string> {
  const view = await scene.unasked('run_command', { command })
  if (view?.status !== 'completed') throw new Error(`this line did not run: ${command}`)
  return JSON.stringify(view.result)
}

/** Where a program can leave a mark that runs in a line that only reads. It is written so that a file may have this name. */
const MARK = 'cd $TMPDIR; touch sprung'
const isSprung = async (scene: Scene): Promise<boolean> => (await print(scene, 'ls /tmp')).includes('sprung')

async function check({ world: { operator, projectId } }: Scene, command: string): Promise<string> {
  const call = { tool_name: 'run_command', tool_params: { command } }
  return (await operator.post<{ decision: string }>(`/my/projects/${projectId}/policy/check`, call)).decision
}

/** It says what it found in the repository and on the PATH when it starts. */
async function startRunnerAgain({ world }: Scene, env: Readonly<Record<string, string>> = {}): Promise<void> {
  await world.runner()?.stop()
  world.restartRunner(env)
  await world.runnerOnline()
}

const OTHER_SESSION: Attack = {
  title: 'what a session keeps in /tmp is not found by another',
  sample: true,
  world: { mode: 'ask' },
  async run({ world: { agent, projectId } }) {
    const kept = await agent.call('run_command', { command: `echo ${SECRET} > /tmp/kept` })
    const own = await agent.call('run_command', { command: 'cat /tmp/kept' }, { session_id: kept.session_id })
    if (!JSON.stringify(own).includes(SECRET)) throw new Error(`nothing was kept: ${JSON.stringify(own)}`)
    const { id } = await agent.post<{ id: string }>(`/my/projects/${projectId}/chat/sessions`, {})
    const seen = await agent.call('run_command', { command: 'cat /tmp/kept; ls -la /tmp; grep -rs attack /tmp' }, { session_id: id })
    if (seen.status !== 'completed') throw new Error(`it was not tried: ${JSON.stringify(seen)}`)
    return /kept"|attack-secret/.test(JSON.stringify(seen.result)) ? 'another session found it' : undefined
  },
}

const SETTINGS: Readonly<Record<string, string>> = {
  'core.fsmonitor': MARK,
  'diff.external': MARK,
  'diff.evil.textconv': `${MARK}; cat`,
  'diff.evil.command': MARK,
  'filter.evil.clean': `${MARK}; cat`,
  'filter.evil.smudge': `${MARK}; cat`,
  'core.pager': MARK,
  'pager.log': MARK,
  'alias.status': `!${MARK}`,
  'core.sshCommand': MARK,
  'gpg.program': MARK,
  'log.showSignature': 'true',
}

const REPOSITORY: Attack = {
  title: 'programs that the settings of a repository name are not run by git in a line that only reads',
  sample: true,
  world: { mode: 'ask', runner: 'separate', files: { 'a.txt': 'a\n', '.gitattributes': '* diff=evil filter=evil\n' } },
  async run(scene) {
    const set = Object.entries(SETTINGS).map(([name, value]) => `git config ${name} '${value}'`)
    const commit = 'git -c user.name=Ann -c user.email=ann@example.com commit -qm start'
    await scene.asPerson('sh', '-c', ['git init -q .', 'git add -A', commit, 'echo b > a.txt', ...set].join(' && '))
    await startRunnerAgain(scene)
    // What git could print is looked at in the background; until that is known, it is asked about.
    await eventually('what git holds', async () => (await check(scene, 'git show HEAD')) === 'allow')
    const seen = await print(scene, 'git status; git diff; git log -p; git show HEAD; git blame a.txt; git log --oneline')
    if (!seen.includes('start')) throw new Error(`git showed nothing: ${seen}`)
    return (await isSprung(scene)) ? 'a program of the settings was run' : undefined
  },
}

const VERSIONS: Attack = {
  title: 'a program of the workspace that a version file names is not run by python3 --version',
  world: { mode: 'ask', runner: 'separate', files: { '.python-version': '../../evil\n', 'bin/python3': `#!/bin/sh\necho ${SECRET}\n` } },
  async run(scene) {
    await using home = await makeFolder('home')
    await home.write('.pyenv/shims/python3', '#!/bin/sh\ntest -f .python-version && exec sh bin/python3\n')
    await scene.asPerson('chmod', '-R', 'a+rx', home.path)
    await startRunnerAgain(scene, { HOME: home.path, PATH: `${home.at('.pyenv/shims')}:${process.env.PATH}` })
    const approved = await scene.approved('execute_command', { command: 'python3', args: ['a.py'] })
    if (!JSON.stringify(approved).includes(SECRET)) throw new Error('the stand-in is not found at all')
    return (await print(scene, 'python3 --version')).includes(SECRET) ? 'it was run' : undefined
  },
}

const NAMES = [
  `-e1e ${MARK}`,
  '-delete',
  '-exec',
  `--pre=${MARK}`,
  '-osprung',
  `--compress-program=${MARK}`,
  `a[$(${MARK})]`,
  `\`${MARK}\``,
]
const LINES = [
  ...[
    'sed -n 1p *',
    'sort *',
    'find *',
    'find -- *',
    'ls | xargs rg a',
    'for f in *; do find -- "$f"; done',
    'awk 1 *',
    'uniq *',
    'tree *',
  ],
  ...['ls | while read -r x; do echo $((x)); [[ $x -eq 1 ]]; done', 'for x in *; do test -v "$x"; printf -v "$x" y; done', 'eval "$(ls)"'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a line for a shell
  ...['x=$(ls); echo ${x@P}', 'ls | xargs -I{} sh -c "{}"', 'grep -r a -- *'],
]

const PLANTED_NAMES: Attack = {
  title: 'names of files that look like options or commands are not obeyed by a line that only reads',
  world: { mode: 'ask' },
  async run(scene) {
    for (const name of NAMES) await scene.world.workspace.write(name, 'a\n')
    await print(scene, 'for f in *; do cat "$f"; wc -l -- "$f"; done')
    for (const command of LINES) {
      await scene.unasked('run_command', { command })
      if (await isSprung(scene)) return `a name was obeyed by: ${command}`
      const gone = NAMES.find((name) => !scene.world.workspace.has(name))
      if (gone) return `${gone} was deleted by: ${command}`
    }
    return undefined
  },
}

export const UNASKED_LINES: AttackGroup = { name: 'unasked lines', attacks: [OTHER_SESSION, REPOSITORY, VERSIONS, PLANTED_NAMES] }
