// A workspace with decoys: secrets, links that leave, pipes and a socket, names that look like options.
import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'src/b.ts': 'export const x = 1\n',
  'src/deep/c.md': '# c\n',
  '-n': 'a name like an option\n',
  list0: 'a.txt\0../outside.txt\0',
  '.env': 'SECRET=1\n',
  'server.key': 'SECRET\n',
  '../outside.txt': 'outside\n',
  '../outside/d.txt': 'outside\n',
}

const LINKS = {
  'link-in': 'a.txt',
  'link-out': '../outside.txt',
  'folder-out': '../outside',
  'link-passwd': '/etc/passwd',
  'src/link-env': '../.env',
  circle: 'circle',
  nowhere: 'missing/x',
}

export interface Scratch extends Disposable {
  readonly root: string
}

export const SENSITIVE = ['.env', 'server.key']

/** Words that a generator takes for paths. */
export const NAMES = [...Object.keys(FILES), ...Object.keys(LINKS), 'src', '.', 'pipe', 'src/pipe', 'hard', 'missing', '/etc/hostname', '/']

export function makeScratch(): Scratch {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-oracle-')))
  const root = join(outer, 'ws')
  const at = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    return join(root, path)
  }
  for (const [path, content] of Object.entries(FILES)) writeFileSync(at(path), content)
  for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, at(path))
  execFileSync('mkfifo', [at('pipe'), at('src/pipe')])
  linkSync(at('a.txt'), at('hard'))
  chmodSync(root, 0o755)
  return { root, [Symbol.dispose]: () => rmSync(outer, { recursive: true, force: true }) }
}
