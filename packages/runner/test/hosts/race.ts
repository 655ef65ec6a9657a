// A second thread swaps files, folders and links while the host reads, writes and lists. Tests and the fuzzer share this.

import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Failure } from '@countersign/protocol'
import { compileQuery } from '@countersign/tools'
import type { WorkspaceHost } from '../../src/hosts/files/workspace-host.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { createTestWorkspaceHost } from './create-host.ts'
import type { SwapOrder } from './swap-forever.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from './temporary-workspace.ts'

// In memory a write does not wait for a disk, so that more of them meet a swap.
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const OUTSIDE = { 'secret.md': 'outside', 'only-outside.md': 'outside', 'inner/secret.md': 'outside' }

const FILES = {
  ...Object.fromEntries(Object.entries(OUTSIDE).map(([name, content]) => [`../outside/${name}`, content])),
  'target.md': 'inside',
  'folder/secret.md': 'inside',
  'folder/inner/secret.md': 'inside',
}

/** What is swapped, and the name by which it is used. */
export const SWAPS: readonly { readonly what: SwapOrder['what']; readonly path: string }[] = [
  { what: 'file', path: 'target.md' },
  { what: 'folder', path: 'folder/secret.md' },
  { what: 'parent', path: 'folder/inner/secret.md' },
  { what: 'link', path: 'link.md' },
]

/** On a busy machine the other thread may come late. */
const MIN_SWAPS = 20

let names = 0
const freshName = (): string => `fresh-${++names}.md`

const topOf = (path: string): string => path.split('/')[0] as string

/** An earlier round may have taken it away. */
async function putAgain(host: WorkspaceHost, path: string): Promise<void> {
  try {
    await host.write(path, () => Buffer.from('inside'))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

export const USES = {
  read: async (host: WorkspaceHost, path: string) => {
    if (Buffer.from((await host.read(path)).bytes).toString() === 'outside') throw new Error(`${path} gave what lies outside`)
  },
  write: async (host: WorkspaceHost, path: string) => void (await host.write(path, () => Buffer.from('written'))),
  'write again': async (host: WorkspaceHost, path: string) =>
    void (await host.write(`${path.includes('/') ? 'folder/inner' : 'new'}/made/a.md`, () => Buffer.from('written'))),
  'change several': async (host: WorkspaceHost, path: string) => {
    const paths = [path, 'plain.md', 'folder/inner/new.md']
    await host.changeAll(paths, () => paths.map((name) => ({ path: name, content: Buffer.from('written') })))
  },
  move: async (host: WorkspaceHost, path: string) => {
    await putAgain(host, path)
    await host.move({ from: path, to: freshName(), overwrite: false })
  },
  'move a folder': async (host: WorkspaceHost, path: string) => {
    await putAgain(host, path)
    await host.move({ from: topOf(path), to: freshName(), overwrite: false })
  },
  'move to': async (host: WorkspaceHost, path: string) => {
    const from = freshName()
    await host.write(from, () => Buffer.from('written'))
    await host.move({ from, to: path, overwrite: true })
  },
  delete: async (host: WorkspaceHost, path: string) => {
    await putAgain(host, path)
    await host.remove({ path: topOf(path), recursive: true })
  },
  'make a folder': async (host: WorkspaceHost, path: string) => {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : 'new'
    await host.createDirectory(`${folder}/${freshName()}`)
  },
  list: async (host: WorkspaceHost) => {
    const { entries } = await host.list({ path: '.', recursive: true, pattern: '*', ignored: false, maxEntries: 1_000 })
    if (entries.some(({ name }) => name === 'only-outside.md')) throw new Error('what lies outside was listed')
  },
  search: async (host: WorkspaceHost) => {
    const query = compileQuery({ query: 'outside', regex: false, caseSensitive: true })
    const { total } = await host.search({ query, path: '.', pattern: '*', contextLines: 0, signal: new AbortController().signal })
    if (total > 0) throw new Error('what lies outside was found')
  },
} as const

export interface RaceTally {
  readonly done: number
  readonly refused: number
  readonly swaps: number
}

/** Throws where something outside was reached; a failure with a code is as good as a success. */
export async function race(swap: (typeof SWAPS)[number], use: keyof typeof USES, rounds: number, sandbox?: Sandbox): Promise<RaceTally> {
  await using place = createTemporaryWorkspace(FILES, FOLDER)
  const tally = { done: 0, refused: 0 }
  let swaps = 0
  {
    await using swapper = await startSwapping(place.root, swap.what)
    for (let round = 0; round < rounds || swapper.rounds() < MIN_SWAPS; round++) {
      try {
        await USES[use](createTestWorkspaceHost({ ...place, sandbox }), swap.path)
        tally.done++
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        tally.refused++
      }
    }
    swaps = swapper.rounds()
  }
  checkOutside(place)
  return { ...tally, swaps }
}

async function startSwapping(root: string, what: SwapOrder['what']): Promise<AsyncDisposable & { rounds(): number }> {
  const order: SwapOrder = { root, what, stop: new SharedArrayBuffer(4), rounds: new SharedArrayBuffer(4) }
  const worker = new Worker(new URL('./swap-forever.ts', import.meta.url), { workerData: order })
  await once(worker, 'message')
  return {
    rounds: () => Atomics.load(new Int32Array(order.rounds), 0),
    [Symbol.asyncDispose]: async () => {
      Atomics.store(new Int32Array(order.stop), 0, 1)
      await once(worker, 'exit')
    },
  }
}

function checkOutside(place: TemporaryWorkspace): void {
  const outside = place.at('../outside')
  const entries = readdirSync(outside, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const found = files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(outside.length + 1))
  const foreign = found.filter((name) => !Object.hasOwn(OUTSIDE, name) || readFileSync(`${outside}/${name}`, 'utf8') !== 'outside')
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  if (foreign.length > 0 || folders.join() !== 'inner' || found.length !== Object.keys(OUTSIDE).length)
    throw new Error(`outside was changed: ${[...folders, ...found].join(', ')}; not as it was: ${foreign.join(', ')}`)
}
