// Who commits. The person's git settings stay hidden from commands (they may hold tokens); name and address alone are passed on.
import { statSync } from 'node:fs'
import { runOwnProgram } from './run-own-program.ts'
import type { Toolchains } from './toolchains.ts'

const VARIABLES = { 'user.name': ['GIT_AUTHOR_NAME', 'GIT_COMMITTER_NAME'], 'user.email': ['GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_EMAIL'] }
/** Where git finds the person's settings. */
const NEEDED = ['HOME', 'XDG_CONFIG_HOME']

export type GitIdentity = Readonly<Record<string, string>>

export interface IdentityFacts {
  readonly root: string
  readonly toolchains: Toolchains
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Looked up when a command first needs it, and again when the settings of the repository have changed. */
export function createGitIdentity(facts: IdentityFacts): () => Promise<GitIdentity> {
  let known: { readonly changed: bigint | undefined; readonly identity: Promise<GitIdentity> } | undefined
  return () => {
    const changed = statSync(`${facts.root}/.git/config`, { bigint: true, throwIfNoEntry: false })?.mtimeNs
    if (!known || known.changed !== changed) known = { changed, identity: findGitIdentity(facts) }
    return known.identity
  }
}

/** Empty where git is missing or knows nobody. In a repository its own name for the person comes first, as in git. */
async function findGitIdentity(facts: IdentityFacts): Promise<GitIdentity> {
  const found = await Promise.all(Object.entries(VARIABLES).map(([name, variables]) => readSetting(facts, name, variables)))
  return Object.assign({}, ...found)
}

/** Not set: commits then need a name in the repository's own settings. */
async function readSetting({ root, toolchains, environment }: IdentityFacts, name: string, variables: readonly string[]) {
  const passed = NEEDED.flatMap((variable) => (environment[variable] === undefined ? [] : [[variable, environment[variable]]]))
  const end = await runOwnProgram({
    name: 'git',
    args: ['--no-pager', 'config', '--get', name],
    root,
    toolchains,
    cwd: root,
    environment: Object.fromEntries(passed),
  })
  const value = end?.why === 'ended' && end.exitCode === 0 ? end.stdout.trim() : ''
  return value === '' ? {} : Object.fromEntries(variables.map((variable) => [variable, value]))
}
