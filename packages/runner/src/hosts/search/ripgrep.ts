// Ripgrep says which files are worth a look. It runs in the same sandbox as a reading command: it sees the workspace without its
// sensitive files and nothing else, whatever is swapped meanwhile. What it says is a hint: every file is checked and read again.
import { existsSync, realpathSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { expandBraces, isSensitive } from '@countersign/policy'
import type { CompiledQuery } from '@countersign/tools'
import { isInside, nameFromBytes } from '../../disk/names.ts'
import { readIgnoreRules } from '../../disk/walk/ignore-stack.ts'
import { spawnProgram } from '../../programs/spawn-program.ts'
import type { BubblewrapSandbox } from '../../sandbox/sandbox.ts'
import { type SandboxedStart, sandboxedStart, wasStarted } from '../../sandbox/sandboxed-start.ts'
import { READ_ONLY } from '../../sandbox/writable-plan.ts'
import { readsAlike } from './alike-rules.ts'
import { isReadAlike, type SearchPlace } from './search-tree.ts'

// Below /usr, which the sandbox shows.
const PLACES = ['/usr/bin/rg', '/usr/local/bin/rg']
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

const OPTIONS = [
  ...['--no-config', '--files-with-matches', '--null', '--no-messages', '--color=never', '--no-follow', '--no-mmap', '--crlf'],
  ...['--no-pre', '--no-search-zip', '--no-require-git', '--no-ignore-dot', '--no-ignore-exclude', '--no-ignore-global'],
]

export interface Ripgrep {
  readonly path: string
  readonly sandbox: BubblewrapSandbox
}

/** Undefined where it is not installed, or lies in the workspace. */
export function findRipgrep(root = '/nowhere'): string | undefined {
  return PLACES.find((path) => existsSync(path) && !isInside(root, realpathSync(path)))
}

/** Files that may match, relative to `place.start`; undefined where ripgrep cannot tell. */
export async function findCandidates(
  { path, sandbox }: Ripgrep,
  place: SearchPlace,
  query: CompiledQuery,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const { root, start: folder } = place
  const hidden = await sandbox.hiddenInTurns(root, place.hidden)
  // A sandbox hides whole folders where that is simpler; what else lies in them may be searched, but not by ripgrep.
  if (query.rust === undefined || isSensitive(folder) || hidden.crowded.length > 0 || hidden.shown) return undefined
  if (!isReadAlike(place, hidden.ignoreFiles)) return undefined
  const request = { root, cwd: folder === '.' ? root : `${root}/${folder}`, plan: READ_ONLY, network: false, hidden }
  const parents = hasAnchorsAbove(place) ? ['--no-ignore-parent'] : []
  const words = [path, ...OPTIONS, ...narrowTo(place.pattern), ...parents, query.caseSensitive ? '-s' : '-i', '-e', query.rust, '--', '.']
  using start = sandboxedStart(sandbox, { ...request, toolchains: [], environment: {} }, words)
  const { code, answer, problems, status } = await runSandboxed(start, signal)
  signal.throwIfAborted()
  return wasStarted(status) && isWhole(code, problems) ? readNames(answer) : undefined
}

interface SandboxedEnd {
  readonly code: number | null
  readonly answer: Buffer
  readonly problems: string
  readonly status: string
}

/** Unlike a command's output the answer is taken whole or not at all. */
async function runSandboxed({ program, args, descriptors }: SandboxedStart, signal: AbortSignal): Promise<SandboxedEnd> {
  const child = spawnProgram({ program, args, cwd: '/', environment: {}, descriptors })
  const end = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', end, { once: true })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const [answer, problems, status] = [1, 2, 3].map((descriptor) => gather(child.stdio[descriptor], end)) as [Buffer[], Buffer[], Buffer[]]
  child.once('error', reject)
  child.once('close', resolve)
  const code = await promise.finally(() => signal.removeEventListener('abort', end))
  return { code, answer: Buffer.concat(answer), problems: Buffer.concat(problems).toString(), status: Buffer.concat(status).toString() }
}

function gather(stream: Readable | Writable | null | undefined, endTooMuch: () => void): Buffer[] {
  const chunks: Buffer[] = []
  let bytes = 0
  stream?.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) endTooMuch()
  })
  return chunks
}

/** With 2 some file could not be read. We cannot read it either, unless we may read more than what is sandboxed. */
const isWhole = (code: number | null, problems: string): boolean =>
  code === 0 || code === 1 || (code === 2 && problems === '' && process.getuid?.() !== 0)

function readNames(answer: Buffer): string[] {
  const names: string[] = []
  for (let [start, end] = [0, answer.indexOf(0)]; end >= 0; start = end + 1, end = answer.indexOf(0, start))
    names.push(nameFromBytes(answer.subarray(start, end)).replace(/^\.\//, ''))
  return names
}

/** Rules above the searched folder that speak of places are left to us: releases of ripgrep differ on what they count from. */
function hasAnchorsAbove({ root, start }: SearchPlace): boolean {
  let isAnchored = false
  const above = (text: string) => {
    if (!readsAlike(text) || /^(?!#).*\/./m.test(text)) isAnchored = true
  }
  readIgnoreRules(root, start, { recursive: true, ignored: false }, { above })
  return isAnchored
}

/** A plain pattern spares ripgrep other files; dot names are looked at where the pattern means them. */
function narrowTo(pattern: string): string[] {
  const patterns = expandBraces(pattern)
  const hidden = patterns.some((one) => one.split('/').some((segment) => segment.startsWith('.'))) ? ['--hidden'] : []
  const isPlain = pattern !== '*' && patterns.every((one) => /^[\w.*-]+$/.test(one))
  return [...hidden, ...(isPlain ? patterns.map((one) => `--glob=${one}`) : [])]
}
