// The newest commits. Fields are parted by NUL, which no commit holds.
import type { GitCommit } from '@countersign/tools'
import type { BareCopy } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'

const FIELDS = ['%H', '%an', '%ae', '%at', '%s', '%b']
const MAX_BODY_CHARACTERS = 4_000
const LATEST_SECONDS = 253_402_300_799
const OPTIONS = ['-z', '--no-mailmap', '--no-decorate', '--no-notes', '--no-color', '--no-show-signature', '--encoding=UTF-8']

/** Undefined before the first commit. */
export async function headCommit(run: RunGit, bareCopy: BareCopy): Promise<string | undefined> {
  const { stdout } = await run(bareCopy, { args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], accepts: [1] })
  return stdout.trim() || undefined
}

export async function readLog(run: RunGit, bareCopy: BareCopy, limit: number): Promise<readonly GitCommit[]> {
  const head = await headCommit(run, bareCopy)
  if (head === undefined) return []
  const { path } = bareCopy.repository
  const format = `--format=tformat:${FIELDS.join('%x00')}`
  const { stdout } = await run(bareCopy, { args: ['log', ...OPTIONS, format, `--max-count=${limit}`, head, '--', path] })
  return parseLog(stdout)
}

export async function subjectOf(run: RunGit, bareCopy: BareCopy, commit: string): Promise<string> {
  const { stdout } = await run(bareCopy, { args: ['log', ...OPTIONS, '--format=tformat:%s', '--max-count=1', commit, '--'] })
  return stdout.replace(/\0$/, '')
}

export function parseLog(printed: string): GitCommit[] {
  const words = printed.split('\0')
  const count = Math.floor(words.length / FIELDS.length)
  return Array.from({ length: count }, (_, index) => {
    const [commit = '', author = '', email = '', seconds = '', subject = '', body = ''] = words.slice(index * FIELDS.length)
    return { commit, author, email, date: dateOf(Number(seconds)), subject, body: cut(body) }
  })
}

const dateOf = (seconds: number): string | null =>
  Number.isFinite(seconds) && seconds >= 0 && seconds <= LATEST_SECONDS ? new Date(seconds * 1000).toISOString() : null

const cut = (body: string): string =>
  body.length <= MAX_BODY_CHARACTERS
    ? body
    : `${body.slice(0, MAX_BODY_CHARACTERS).toWellFormed()}\n[… ${body.length - MAX_BODY_CHARACTERS} characters left out …]`
