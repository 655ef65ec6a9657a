// Random sequences of file tools in a real workspace, undone in reverse order: each undo must lead back exactly to the tree as
// it was before that call. Tests and the fuzzer share this.

import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type ExecutionId, Failure } from '@countersign/protocol'
import type { FileChange, WorkspaceChanger } from '@countersign/tools'
import fc from 'fast-check'
import { createTestWorkspaceHost } from '../hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../hosts/temporary-workspace.ts'

// In memory: a sequence makes hundreds of syncs, and what is tested is the order, not the disk.
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const FILES = ['a.md', 'b.md', 'dir/c.md', 'dir/deep/d.md', 'made/e.md', 'made/more/f.md']
const FOLDERS = ['dir', 'dir/deep', 'made', 'made/more', 'other']
const NAMES = [...FILES, ...FOLDERS, 'link']

type Patch = { readonly path: string; readonly content: string | undefined; readonly from: string | undefined }

export type RandomChange =
  | { readonly do: 'write' | 'append'; readonly path: string; readonly content: string }
  | { readonly do: 'create'; readonly path: string }
  | { readonly do: 'move'; readonly from: string; readonly to: string; readonly overwrite: boolean }
  | { readonly do: 'delete'; readonly path: string; readonly recursive: boolean }
  | { readonly do: 'patch'; readonly files: readonly Patch[] }

const file = fc.constantFrom(...FILES)
const name = fc.constantFrom(...NAMES)
const content = fc.string({ maxLength: 20 })

const change: fc.Arbitrary<RandomChange> = fc.oneof(
  fc.record({ do: fc.constantFrom('write' as const, 'append' as const), path: file, content }),
  fc.record({ do: fc.constant('create' as const), path: fc.constantFrom(...FOLDERS, 'other/new', 'dir/new/er') }),
  fc.record({ do: fc.constant('move' as const), from: name, to: fc.oneof(name, fc.constant('new/place.md')), overwrite: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), path: name, recursive: fc.boolean() }),
  fc.record({
    do: fc.constant('patch' as const),
    files: fc.uniqueArray(
      fc.record({ path: file, content: fc.option(content, { nil: undefined }), from: fc.option(file, { nil: undefined }) }),
      {
        selector: ({ path }) => path,
        minLength: 1,
        maxLength: 4,
      },
    ),
  }),
)

export const randomChanges: fc.Arbitrary<RandomChange[]> = fc.array(change, { minLength: 1, maxLength: 12 })

/** Throws where the tree is not what it was. Gives the number of calls that were undone. */
export async function checkRoundTrip(changes: readonly RandomChange[]): Promise<number> {
  await using place = createTemporaryWorkspace({ 'a.md': 'one\n', 'dir/c.md': 'two\r\n', 'dir/deep/d.md': '' }, FOLDER)
  chmodSync(place.at('a.md'), 0o640)
  chmodSync(place.at('dir/c.md'), 0o755)
  chmodSync(place.at('dir'), 0o750)
  place.link('link', 'dir/c.md')
  const done: { readonly id: ExecutionId; readonly before: string }[] = []
  for (const next of changes) {
    const [id, before] = [randomUUID() as ExecutionId, treeOf(place)]
    if (await tryChange(next, createTestWorkspaceHost({ ...place, recorder: place.undoStore.recorderFor(id) }))) {
      if (treeOf(place) !== before) done.push({ id, before })
    } else if (treeOf(place) !== before) throw new Error(`a refused call changed something: ${JSON.stringify(next)}`)
  }
  for (const { id, before } of done.toReversed()) {
    await place.undoStore.undo(id)
    const after = treeOf(place)
    if (after !== before) throw new Error(`not what it was:\n${after}\ninstead of\n${before}`)
  }
  return done.length
}

/** False where the call was refused. */
async function tryChange(next: RandomChange, host: WorkspaceChanger): Promise<boolean> {
  try {
    await carryOut(next, host)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

async function carryOut(next: RandomChange, host: WorkspaceChanger): Promise<unknown> {
  switch (next.do) {
    case 'write':
      return host.write(next.path, () => Buffer.from(next.content))
    case 'append':
      return host.write(next.path, (current) => Buffer.concat([current?.bytes ?? Buffer.of(), Buffer.from(next.content)]))
    case 'create':
      return host.createDirectory(next.path)
    case 'move':
      return host.move(next)
    case 'delete':
      return host.remove(next)
    case 'patch':
      return host.changeAll(
        next.files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])),
        () => next.files.map(asFileChange),
      )
  }
}

const asFileChange = ({ path, content: text, from }: Patch): FileChange => ({
  path,
  content: text === undefined ? undefined : Buffer.from(text),
  ...(from !== undefined && from !== path && text !== undefined && { from }),
})

/** Names, kinds, modes, content, and the times of files to the millisecond. */
function treeOf({ root }: TemporaryWorkspace): string {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return paths.map((path) => describe(`${root}/${path}`, path)).join('\n')
}

function describe(place: string, path: string): string {
  const stats = lstatSync(place)
  const mode = (stats.mode & 0o7777).toString(8)
  if (stats.isDirectory()) return `${path}/ ${mode}`
  if (stats.isSymbolicLink()) return `${path} -> ${readlinkSync(place)}`
  return `${path} ${mode} ${Math.round(stats.mtimeMs)} ${JSON.stringify(readFileSync(place, 'utf8'))}`
}
