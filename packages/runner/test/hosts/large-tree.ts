// A workspace of many thousand files, with every kind that a listing or a search must treat apart, each told by what it is.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createTemporaryWorkspace, type TemporaryWorkspace } from './temporary-workspace.ts'

export interface LargeTree extends AsyncDisposable {
  readonly place: TemporaryWorkspace
  /** Sensitive, or with a name that no tool takes. */
  readonly kept: ReadonlySet<string>
  /** Listed, but not text: binary or not UTF-8. */
  readonly unread: ReadonlySet<string>
}

const WORDS = [
  'const',
  'function',
  'return',
  'import',
  'value',
  'Index',
  'path',
  'naïve',
  'Größe',
  'привет',
  '数据',
  'x-1',
  'a.b',
  '(c)',
  '[d]',
  '',
]
const ENDINGS = ['ts', 'js', 'md', 'json', 'py', 'txt']
const SECRETS = ['.env', 'server.pem', 'id_rsa', 'credentials.json', 'prod.env', 'Secrets.YAML', 'a.key.bak', '.npmrc']
const ODD = [
  'with space.txt',
  '-dash.txt',
  '#hash.txt',
  'a[1].txt',
  'quote\'".txt',
  'ünï.txt',
  '数据.txt',
  'star*.txt',
  'a..b',
  '!bang',
  '~x',
  'x~',
  'emoji-👍.md',
]
const UNUSABLE = ['line\nfeed.txt', 'a\u202eb.txt', 'c:d.txt', 'back\\slash.txt', 'zero\u200b.txt']

/** The same every time. */
function createRandom(): (below: number) => number {
  let state = 12_345
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    // The low bits of such a row repeat soon.
    return (state >>> 12) % below
  }
}

export function createLargeTree(files: number): LargeTree {
  // In memory, where that is possible: the files are many and short-lived.
  const place = createTemporaryWorkspace({}, existsSync('/dev/shm') ? '/dev/shm' : undefined)
  const random = createRandom()
  const [kept, unread] = [new Set<string>(), new Set<string>()]
  const made = new Set<string>()
  const write = (path: string, content: string | Buffer): string => {
    const parent = dirname(path)
    if (!made.has(parent)) mkdirSync(place.at(parent), { recursive: true })
    made.add(parent)
    writeFileSync(`${place.root}/${path}`, content)
    return path
  }
  const text = () =>
    Array.from({ length: 1 + random(12) }, () => `${WORDS[random(16)]} ${WORDS[random(16)]} ${random(1_000)}`).join(
      random(20) ? '\n' : '\r\n',
    )

  place.file('.gitignore', 'node_modules/\n*.log\n!keep.log\n/dist\nbuilt-*/\n**/cache\n')
  for (let count = 0; count < files; count++) {
    const where = `p${count % 40}/${['src', 'lib', 'test', 'docs'][random(4)]}/m${random(25)}`
    const kind = count % 100
    const name = `f${count}`
    if (kind < 10) write(`${['node_modules', 'dist'][random(2)]}/${where}/${name}.js`, text())
    else if (kind < 12) write(`${where}/${name}.log`, text())
    else if (kind < 13) write(`${where}/keep.log`, text())
    else if (kind < 15) write(`${where}/${['cache', 'built-x', 'node_modules', 'dist'][random(4)]}/${name}.ts`, text())
    else if (kind < 18) write(`${where}/${['.hidden', `.h${name}`][random(2)]}/${name}.ts`, text())
    else if (kind < 19) unread.add(write(`${where}/${name}.bin`, Buffer.concat([Buffer.from(text()), Buffer.of(0, 1, 2)])))
    else if (kind < 20) unread.add(write(`${where}/${name}.txt`, Buffer.concat([Buffer.from(text()), Buffer.of(0xe4, 10)])))
    else if (count % 400 === 20) kept.add(write(`${where}/${SECRETS[random(SECRETS.length)]}`, `needle secret const ${text()}`))
    else if (kind < 22) write(`${where}/${ODD[random(ODD.length)]}`, text())
    else if (count % 500 === 22) kept.add(write(`${where}/${UNUSABLE[random(UNUSABLE.length)]}`, text()))
    else write(`${where}/${name}.${ENDINGS[random(6)]}`, `${text()}${kind === 50 ? '\nan uncommon needle' : ''}${random(2) ? '\n' : ''}`)
  }
  place.link('p0/inside', 'src')
  place.link('p0/out', '../../outside')
  place.link('p0/nowhere', 'nothing')
  place.file('../outside/a.txt', 'needle outside')
  place.file('p1/.gitignore', '*.md\n!/docs/\n')
  return { place, kept, unread, [Symbol.asyncDispose]: () => remove(place) }
}

/** Several times as fast as Node removes such a tree. */
async function remove(place: TemporaryWorkspace): Promise<void> {
  execFileSync('rm', ['-rf', place.root])
  await place[Symbol.asyncDispose]()
}
