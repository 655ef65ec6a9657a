// What one approved script leaves behind for git, an editor or a shell of the person to run later, outside the sandbox.
import { existsSync } from 'node:fs'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import type { Attack, AttackGroup } from '../attack.ts'
import type { Scene } from '../scene.ts'

const REPOSITORY =
  'git init -q -b main . && git config user.name Ann && git config user.email a@example.com && git add -A && git commit -qm start'

/** `plant FOLDER` creates a repository there whose settings run the trap; `enter FOLDER` makes git enter it. */
const tools = ({ trap }: Scene): string => `
plant() { mkdir -p "$1/.git/objects" "$1/.git/refs"; echo "ref: refs/heads/x" > "$1/.git/HEAD"
  printf '[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = "${trap.line}; true"\\n' > "$1/.git/config"; }
enter() { git update-index --add --cacheinfo "160000,$(printf 'a%.0s' $(seq 40)),$1"; }
program() { rm -rf "$1"; mkdir -p "$(dirname "$1")"; printf '#!/bin/sh\\n${trap.line}\\ncat\\n' > "$1"; chmod 755 "$1"; }
`

/** The person looks, changes something, commits, and continues with a rebase. */
async function goOnWorking({ asPerson, trap }: Scene, folder: string): Promise<string | undefined> {
  await asPerson('sh', '-c', 'chmod -R u+rwX . ; echo more >> README.md')
  const lines = ['git status', `cd ${folder} && git status`, 'git diff', 'git st', 'git commit -qam more', 'git rebase --continue']
  for (const line of lines) await asPerson('sh', '-c', line)
  if (trap.isSprung()) return 'a program of the script ran outside the sandbox'
  const listed = await asPerson('git', 'ls-files', '--stage')
  return listed.includes('160000 ') ? 'the index has an entry for another repository' : undefined
}

interface Way {
  readonly title: string
  /** Shell lines that the person runs before. */
  readonly before?: string
  readonly script: string
  /** Another folder where the person looks. */
  readonly folder?: string
  /** What must not exist afterwards. */
  readonly gone?: string
  readonly sample?: true
}

const leaves = ({ title, before = 'true', script, folder = '.', gone, sample }: Way): Attack => ({
  title,
  ...(sample && { sample }),
  async run(scene) {
    const { asPerson, world } = scene
    await asPerson('sh', '-c', `${REPOSITORY} && ${before}`)
    const end = await scene.script(`${tools(scene)} ${script}; true`)
    if (end.status !== 'completed') return `the call ended as ${end.status}: ${JSON.stringify(end)}`
    const ran = await goOnWorking(scene, folder)
    // Its paths are too long for the cleanup after a test.
    await asPerson('rm', '-rf', world.data.at('runner/quarantine'))
    return ran ?? (gone !== undefined && existsSync(world.workspace.at(gone)) ? `${gone} is still there` : undefined)
  },
})

const DEEP = `python3 -c 'import os
for _ in range(60):
    os.mkdir("d" * 200); os.chdir("d" * 200)
os.makedirs(".git/objects")'`

const HIDDEN: readonly (readonly [string, string, string])[] = [
  ['in a folder with a sensitive name', '.aws/x', 'plant .aws/x; enter .aws/x'],
  ['in a folder with many keys', 'keys', 'mkdir keys; touch keys/{1..150}.pem; plant keys; enter keys'],
  ['in a folder that cannot be listed', 'shut', 'plant shut; enter shut; chmod 311 shut'],
  ['below folders without rights', 'a/b', 'plant a/b; enter a/b; chmod 000 a/b a'],
  ['in a folder whose name is no text', '.', `plant $'caf\\xe9'; enter $'caf\\xe9'`],
  ['in the folder of git', '.git/x', 'plant .git/x; enter .git/x'],
  ['behind a link', 'sub', 'plant o; mv o/.git elsewhere; mkdir sub; ln -s ../elsewhere sub/.git; enter sub'],
  ['behind a pointer', 'sub', 'plant o; mv o/.git elsewhere; mkdir sub; echo "gitdir: ../elsewhere" > sub/.git; enter sub'],
  ['beside a path that is too long', 'sub', `plant sub; enter sub; (${DEEP})`],
  ['in a folder that cannot be written', 'a/b', 'plant a/b; enter a/b; chmod 555 a/b/.git a/b a'],
]

const RESISTING: readonly (readonly [string, string, string])[] = [
  ['.vscode', '.vscode', 'mkdir .vscode; echo x > .vscode/tasks.json; chmod 555 .vscode'],
  ['src/.devcontainer', 'src/.devcontainer', 'mkdir -p src/.devcontainer; chmod 555 src/.devcontainer src'],
  ['.envrc beside a path that is too long', '.envrc', `echo x > .envrc; (${DEEP})`],
  ...[
    'x.code-workspace',
    '.zed/x',
    '.gemini/x',
    '.codex/x',
    'opencode.json',
    'src/.npmrc',
    'src/.mcp.json',
    'src/.vscode/x',
    '.VSCode/x',
  ].map((name) => [name, name, `mkdir -p "$(dirname ${name})"; echo x > ${name}`] as const),
]

const SETTINGS: readonly (readonly [string, string, string])[] = [
  ['an absolute folder of hooks', 'git config core.hooksPath "$PWD/hooks"', 'program hooks/pre-commit'],
  ['a folder of hooks set twice', 'git config core.hooksPath a && git config --add core.hooksPath b', 'program b/pre-commit'],
  ['a folder of hooks set in one line', 'echo "[core] hooksPath = one" >> .git/config', 'program one/pre-commit'],
  ['hooks that are a link', 'mkdir tools && rm -r .git/hooks && ln -s ../tools .git/hooks', 'program tools/pre-commit'],
  ['a hook that is a link', 'ln -s ../../check.sh .git/hooks/pre-commit', 'program check.sh'],
  ['a file of more settings', 'touch more && git config include.path ../more', 'program p; printf "[core]\\nfsmonitor = ./p" > more'],
  ['a program that filters', 'echo "*.md filter=f" > .gitattributes && touch f.sh && git config filter.f.clean "sh f.sh"', 'program f.sh'],
  [
    'a folder of hooks behind a link',
    'mkdir -p tools/hooks && touch tools/hooks/keep && ln -s tools link && git config core.hooksPath link/hooks',
    'mv tools gone; program tools/hooks/pre-commit',
  ],
  [
    'an alias that begins with a folder which the shell finds',
    `mkdir tools && touch tools/st.sh && git config alias.st '!sh "$(git rev-parse --show-toplevel)/tools/st.sh" < /dev/null'`,
    'program tools/st.sh',
  ],
  [
    'an alias that goes into a folder',
    'mkdir tools && touch tools/st.sh && git config alias.st "!cd tools && sh ./st.sh < /dev/null"',
    'program tools/st.sh',
  ],
  ['an alias', 'touch st.sh && git config alias.st "!sh st.sh"', 'program st.sh'],
  [
    'steps of a rebase',
    'git commit -q --allow-empty -m one',
    'program p; git rebase --empty=keep --exec false HEAD~1; echo "exec ./p" >> .git/rebase-merge/git-rebase-todo',
  ],
  [
    'the strategy of a rebase',
    'git commit -q --allow-empty -m one',
    'program p; mkdir git-merge-x; echo b > b; git add b; git commit -qm b; GIT_SEQUENCE_EDITOR="sed -i 1ibreak" git rebase -i --force-rebase HEAD~1; echo x/../p > .git/rebase-merge/strategy',
  ],
]

/** The runner is killed while the script is still running. */
const killed: Attack = {
  title: 'what a script left is put away by the next runner where its own was killed',
  world: { runner: 'separate' },
  async run(scene) {
    const { asPerson, world } = scene
    await asPerson('sh', '-c', `${REPOSITORY} && mkdir -p sub`)
    const script = `${tools(scene)} plant sub; enter sub; mkdir .vscode; chmod 555 .vscode; touch planted; sleep 300`
    void scene.script(script).catch(() => undefined)
    await eventually('the files are planted', () => world.workspace.has('planted'))
    await world.runner()?.kill()
    world.restartRunner()
    // The server considers the old runner alive for a while longer.
    await eventually('the next runner has looked', () => !world.workspace.has('.vscode') && !world.workspace.has('sub/.git'))
    return goOnWorking(scene, 'sub')
  },
}

/** The person keeps working while the process runs. */
const persistent: Attack = {
  title: 'what a process plants does not stay while it runs on',
  async run(scene) {
    const { asPerson, world } = scene
    await asPerson('sh', '-c', `mkdir -p .github sub && echo mine > .github/ci.yml && ${REPOSITORY}`)
    const script = `${tools(scene)} plant sub; enter sub; mkdir .vscode; echo x > .vscode/tasks.json; touch planted; sleep 300`
    const start = await scene.persistentScript(script)
    if (start.status !== 'completed') return `the call ended as ${start.status}: ${JSON.stringify(start)}`
    await eventually('the files are planted', () => world.workspace.has('planted'))
    const isTold = async () => {
      const { result } = await scene.approved('read_process', { process_id: 'attack' })
      const { output, running } = result as { output: string; running: boolean }
      if (!running) throw new Error(`the process has ended: ${output}`)
      return ['.vscode would be run', 'sub/.git would be run', 'sub stood in .git/index'].every((line) => output.includes(line))
    }
    await eventually('its output to say what was put away', isTold)
    const left = ['.vscode', 'sub/.git'].find((name) => world.workspace.has(name))
    if (left !== undefined) return `${left} is still there`
    if ((await world.workspace.read('.github/ci.yml')) !== 'mine\n') return 'a file of the person has changed'
    return goOnWorking(scene, 'sub')
  },
}

export const LATER_RUN: AttackGroup = {
  name: 'what outlives a command',
  attacks: [
    ...HIDDEN.map(([title, folder, script]) =>
      leaves({ title: `a repository ${title} is not obeyed`, script, folder, ...(title.includes('many keys') && { sample: true }) }),
    ),
    leaves({
      title: 'a repository in the place of one that was there is not obeyed',
      before: 'git init -q sub',
      script: 'mv sub old; plant sub; enter sub',
      folder: 'sub',
    }),
    ...RESISTING.map(([title, gone, script]) =>
      leaves({ title: `${title} does not stay`, script: `plant sub; enter sub; ${script}`, folder: 'sub', gone }),
    ),
    ...SETTINGS.map(([title, before, script]) => leaves({ title: `${title}: what the settings name cannot be changed`, before, script })),
    killed,
    persistent,
  ],
}
