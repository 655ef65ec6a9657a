// A real repository in a test's workspace, made by the machine's own git without anybody's settings.
import { execFileSync } from 'node:child_process'

export const TEST_IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/** Runs git as the person would, in a folder; what it prints, trimmed. */
export const gitIn =
  (folder: string, extra: NodeJS.ProcessEnv = {}) =>
  (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...extra,
        PATH: process.env.PATH,
        HOME: '/nonexistent',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        ...TEST_IDENTITY,
      },
    }).trimEnd()

/** On the branch main; whatever lies there is committed where `commits` says so. */
export function initRepository(folder: string, { commits = true } = {}): ReturnType<typeof gitIn> {
  const git = gitIn(folder)
  git('init', '--quiet', '--initial-branch=main')
  if (commits) {
    git('add', '--all', '--force')
    git('commit', '--quiet', '--allow-empty', '--message=The first')
  }
  return git
}
