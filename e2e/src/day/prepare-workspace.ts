// A workspace in which the lines of a day find something: every file and folder that they name, and a repository with a short history.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Few lines match what the lines of a day look for, so that no output is cut. */
const LINES = Array.from({ length: 400 }, (_, index) =>
  index % 50 === 0 ? `line ${index}: TODO func main() import playwright baseURL` : `line ${index}`,
).join('\n')
const PATH = /(?:\$\{WS\}\/)?((?:[\w@.()-]+\/)*[\w@()-]+(?:\.[\w-]+)+|(?:[\w@.()-]+\/)+[\w@.()-]*)/g

/** Names that hold secrets, or that would end the preparation itself. */
const LEFT_OUT = /(?:^|\/)(?:\.git|\.env[^/]*|node_modules\/\.bin|\.ssh|\.aws)(?:\/|$)|\.\.|^dev\/|^tmp\/|^usr\/|^home\//

export function prepareWorkspace(root: string, lines: readonly string[]): void {
  const names = new Set(lines.flatMap((line) => [...line.matchAll(PATH)].map((match) => match[1] ?? '')))
  for (const name of [...names].filter((one) => one !== '' && !LEFT_OUT.test(one)).sort((one, other) => other.length - one.length))
    create(root, name)
  commit(root)
}

function create(root: string, name: string): void {
  const path = join(root, name)
  if (existsSync(path) || isBelowFile(root, name)) return
  if (name.endsWith('/') || !/\.[\w-]+$/.test(name)) mkdirSync(path, { recursive: true })
  else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${LINES}\n`)
  }
}

const isBelowFile = (root: string, name: string): boolean =>
  name.split('/').some((_, index, parts) => {
    const above = join(root, ...parts.slice(0, index))
    return existsSync(above) && !statSync(above).isDirectory()
  })

function commit(root: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: root, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first admin sentry')
  writeFileSync(join(root, 'README.md'), 'second\n')
  git('commit', '-qam', 'second')
  git('branch', 'dev')
  writeFileSync(join(root, 'README.md'), 'third\n')
}
