// Who commits. The person's git settings stay hidden from commands (they may hold tokens); name and address alone are passed on.
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const VARIABLES = { 'user.name': ['GIT_AUTHOR_NAME', 'GIT_COMMITTER_NAME'], 'user.email': ['GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_EMAIL'] }

export type GitIdentity = Readonly<Record<string, string>>

/** Looked up when a command first needs it, and again when the settings of the repository have changed. */
export function createGitIdentity(root: string, environment: NodeJS.ProcessEnv): () => Promise<GitIdentity> {
  let known: { readonly changed: bigint | undefined; readonly identity: Promise<GitIdentity> } | undefined
  return () => {
    const changed = statSync(`${root}/.git/config`, { bigint: true, throwIfNoEntry: false })?.mtimeNs
    if (!known || known.changed !== changed) known = { changed, identity: findGitIdentity(environment, root) }
    return known.identity
  }
}

/** Empty where git is missing or knows nobody. In a repository its own name for the person comes first, as in git. */
export async function findGitIdentity(environment: NodeJS.ProcessEnv = process.env, root?: string): Promise<GitIdentity> {
  const options = { env: environment, cwd: root, timeout: 5_000 }
  const found = await Promise.all(Object.entries(VARIABLES).map(([name, variables]) => readSetting(name, variables, options)))
  return Object.assign({}, ...found)
}

type ReadOptions = { env: NodeJS.ProcessEnv; cwd: string | undefined; timeout: number }

async function readSetting(name: string, variables: readonly string[], options: ReadOptions): Promise<Record<string, string>> {
  const scope = options.cwd === undefined ? ['--global'] : []
  try {
    const value = (await run('git', ['config', ...scope, '--get', name], options)).stdout.trim()
    return value === '' ? {} : Object.fromEntries(variables.map((variable) => [variable, value]))
  } catch (error) {
    // Not set, or no git: commits then need a name in the repository's own settings.
    if (error instanceof Error) return {}
    throw error
  }
}
