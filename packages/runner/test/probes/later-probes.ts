// Ways to be run later, outside: by git, an editor, a shell, another agent. Such a file stays as it is, or goes to quarantine.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Outcome, Probe, Scene } from './probe.ts'

const isOld =
  (path: string) =>
  ({ root }: Scene) =>
    existsSync(`${root}/${path}`) && readFileSync(`${root}/${path}`, 'utf8').includes('old') ? undefined : `${path} was changed`

/** It is gone from the workspace, kept for the operator, and told. */
const isKeptApart =
  (path: string) =>
  ({ root, quarantineDir }: Scene, { stderr }: Outcome): string | undefined => {
    if (existsSync(`${root}/${path}`)) return `${path} is still there`
    if (!existsSync(quarantineDir) || readdirSync(quarantineDir).length === 0) return 'nothing is in quarantine'
    return stderr.includes('would be run or obeyed later') ? undefined : 'nothing was told'
  }

const plant = (path: string): Probe => ({
  title: `${path} that is planted`,
  line: () => `mkdir -p "$(dirname ${path})"; echo evil > ${path}; chmod 755 ${path}`,
  after: isKeptApart(path),
})

const change = (path: string): Probe => ({
  title: `${path} that is there`,
  line: () => {
    const top = path.split('/')[0]
    return `echo evil > ${path}; rm -rf ${top}; mv ${top} away; ln -sf /tmp ${top}; mkdir -p "$(dirname ${path})"; echo evil > ${path}; cp a.txt ${path}; sed -i s/old/evil/ ${path}`
  },
  after: isOld(path),
})

export const LATER_PROBES: readonly Probe[] = [
  ...['.envrc', '.mcp.json', '.idea/workspace.xml', '.cursor/rules', '.claude/settings.json', 'src/x/.git/hooks/pre-commit'].map(plant),
  ...['.devcontainer/devcontainer.json', 'src/x.code-workspace', '.zed/tasks.json', '.gemini/settings.json', '.codex/config.toml'].map(
    plant,
  ),
  ...['opencode.json', '.npmrc', 'src/.vscode/tasks.json', 'src/.envrc', 'src/x/.mcp.json', 'node_modules/x/.idea/x', '.Zed/x'].map(plant),
  ...['.vscode/tasks.json', '.github/workflows/ci.yml', '.husky/pre-commit', '.git/hooks/pre-push'].map(change),
  {
    title: 'a new hook of git',
    line: () =>
      'echo evil > .git/hooks/pre-commit; mv .git .old; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit; rm -rf .git/hooks',
    after: ({ root }) =>
      existsSync(`${root}/.git/hooks/pre-commit`) || !existsSync(`${root}/.git/hooks/pre-push`) ? 'the hooks were changed' : undefined,
  },
  {
    title: 'settings of git',
    line: () =>
      'git config core.hooksPath /tmp; git config core.fsmonitor evil; echo "[core] pager = evil" >> .git/config; mv a.txt .git/config; rm .git/config; echo "* filter=evil" > .git/info/attributes',
    after: ({ root }) =>
      /evil|hooksPath/.test(readFileSync(`${root}/.git/config`, 'utf8')) || existsSync(`${root}/.git/info/attributes`)
        ? 'the settings were changed'
        : undefined,
  },
  {
    title: 'a link to a folder of its own, in the place of an editor’s settings',
    line: () => 'mkdir mine; echo evil > mine/settings.json; ln -s mine .idea',
    after: isKeptApart('.idea'),
  },
]
