// Repositories that are hidden from whoever looks for them, so that the person's next `git status` runs a program of the command's;
// and files that resist being put away.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome, Probe, Scene } from './probe.ts'

/** Nothing in a sandbox reaches it. */
const trapOf = ({ root }: Scene): string => `${dirname(root)}/sprung`

/** `plant FOLDER` makes a repository with settings of its own there, `enter FOLDER` makes the repository above enter it. */
const tools = (scene: Scene): string => `
plant() { mkdir -p "$1/.git/objects" "$1/.git/refs"; echo "ref: refs/heads/x" > "$1/.git/HEAD"
  printf '[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = "touch ${trapOf(scene)}; true"\\n' > "$1/.git/config"; }
enter() { git update-index --add --cacheinfo "160000,$(printf 'a%.0s' $(seq 40)),$1"; }
`

/** What the person does next, in the workspace and in a folder of it. */
function goOnWorking(scene: Scene, folder = '.'): string | undefined {
  for (const cwd of [scene.root, `${scene.root}/${folder}`])
    if (existsSync(cwd)) spawnSync('git', ['status', '--short'], { cwd, env: { PATH: process.env.PATH, HOME: '/nonexistent' } })
  if (existsSync(trapOf(scene))) return 'a program of the command ran outside'
  const listed = spawnSync('git', ['ls-files', '--stage'], { cwd: scene.root, encoding: 'utf8' })
  if (listed.status !== 0) return `git does not work any more: ${listed.stderr}`
  return listed.stdout.includes('160000') ? 'the index has an entry for another repository' : undefined
}

const isTold = ({ stderr }: Outcome): string | undefined =>
  stderr.includes('would be run or obeyed later') ? undefined : 'nothing was told'

/** In the given folder, by the line's own words where they differ. */
const hide = (title: string, folder: string, words = `plant ${folder}; enter ${folder}`): Probe => ({
  title: `a repository ${title}`,
  line: (scene) => `${tools(scene)} ${words}; true`,
  after: (scene, outcome) => goOnWorking(scene, folder) ?? isTold(outcome),
})

const resist = (title: string, words: string, path: string): Probe => ({
  title: `a file that resists: ${title}`,
  line: (scene) => `${tools(scene)} ${words}; true`,
  after: (scene, outcome) => {
    // Whoever may not look sees nothing there.
    spawnSync('chmod', ['-R', 'u+rwx', scene.root])
    return existsSync(`${scene.root}/${path}`) ? `${path} is still there` : (goOnWorking(scene) ?? isTold(outcome))
  },
})

const DEEP = `python3 -c 'import os
for _ in range(60):
    os.mkdir("d" * 200); os.chdir("d" * 200)
os.makedirs(".git/objects"); open(".git/HEAD", "w").write("ref: refs/heads/x")'`

export const REPOSITORY_PROBES: readonly Probe[] = [
  hide('in a folder', 'sub'),
  hide('in a folder with a sensitive name', '.aws/x', 'plant .aws/x; enter .aws/x'),
  hide('in a folder with many keys', 'keys', 'mkdir keys; touch keys/{1..150}.pem; plant keys; enter keys'),
  hide('in a folder that cannot be listed', 'shut', 'plant shut; enter shut; chmod 311 shut'),
  hide('in a folder without any rights', 'shut', 'plant shut/in; enter shut/in; chmod 000 shut/in shut'),
  hide('in a folder whose name is no text', 'x', `plant $'caf\\xe9'; enter $'caf\\xe9'`),
  hide('in the folder of git', '.git/x', 'plant .git/x; enter .git/x'),
  hide('that is a link', 'sub', 'plant other; mv other/.git elsewhere; mkdir sub; ln -s ../elsewhere sub/.git; enter sub'),
  hide('behind a list of files that nobody can read', 'sub', 'plant sub; enter sub; printf x >> .git/index'),
  hide('that is a folder of another name', 'bare', 'plant bare; mv bare/.git/* bare; rmdir bare/.git'),
  resist('its folder cannot be written', 'mkdir .zed; echo x > .zed/tasks.json; chmod 555 .zed; plant sub; enter sub', '.zed'),
  resist(
    'the folder above cannot be written',
    'mkdir -p a/.zed; echo x > a/.zed/tasks.json; chmod 555 a/.zed a; plant sub; enter sub',
    'a/.zed',
  ),
  resist('a path that is too long', `echo x > .envrc; plant sub; enter sub; (${DEEP})`, '.envrc'),
  resist('it lies below folders without rights', 'mkdir -p a/b/.idea; chmod 000 a/b a; plant sub; enter sub', 'a/b/.idea'),
  resist('very many of them', 'for i in $(seq 300); do mkdir -p n/$i/.vscode; done; plant sub; enter sub', 'n/7/.vscode'),
]
