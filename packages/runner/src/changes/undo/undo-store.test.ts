import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { ExecutionId } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { treeOf } from '../../../test/changes/read-tree-of.ts'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { WorkspaceHost } from '../../hosts/files/workspace-host.ts'
import { openUndoStore, type UndoStore } from './undo-store.ts'

const FILES = { 'a.md': 'a', 'b.md': 'b', 'dir/c.md': 'c' }
const text = (content: string) => Buffer.from(content)

/** Makes one change as a call, and gives the id by which it is undone. */
async function call(place: TemporaryWorkspace, change: (host: WorkspaceHost) => Promise<unknown>, store: UndoStore = place.undoStore) {
  const id = randomUUID() as ExecutionId
  await change(createTestWorkspaceHost({ root: place.root, recorder: store.recorderFor(id) }))
  return id
}

const patch = (host: WorkspaceHost) =>
  host.changeAll(['a.md', 'b.md', 'new/d.md'], () => [
    { path: 'a.md', content: text('A') },
    { path: 'b.md', content: undefined },
    { path: 'new/d.md', content: text('d') },
  ])

describe('an undo', () => {
  it('says what it put back and what it took away', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const before = treeOf(place.root)
    const id = await call(place, patch)
    expect(await place.undoStore.undo(id)).toEqual({ restored: ['b.md', 'a.md'], removed: ['new/d.md', 'new'] })
    expect(treeOf(place.root)).toEqual(before)
  })

  it('gives a file its times back, and leaves a mode that somebody set since', async () => {
    await using place = createTemporaryWorkspace(FILES)
    utimesSync(place.at('a.md'), 1_000, 2_000)
    const id = await call(place, (host) => host.write('a.md', () => text('A')))
    chmodSync(place.at('a.md'), 0o700)
    await place.undoStore.undo(id)
    expect(statSync(place.at('a.md'))).toMatchObject({ mode: 0o100700, mtimeMs: 2_000_000, atimeMs: expect.any(Number) })
    expect(readFileSync(place.at('a.md'), 'utf8')).toBe('a')
  })

  it.each<[string, (place: TemporaryWorkspace) => void, RegExp]>([
    ['a file was written', (place) => writeFileSync(place.at('a.md'), 'theirs'), /a\.md was changed since/],
    ['a file is gone', (place) => rmSync(place.at('a.md')), /a\.md is gone/],
    ['a deleted file is there again', (place) => writeFileSync(place.at('b.md'), 'theirs'), /b\.md is there again/],
    ['a new file was written', (place) => writeFileSync(place.at('new/d.md'), 'theirs'), /new\/d\.md was changed since/],
    [
      'a file became a link out',
      (place) => {
        rmSync(place.at('a.md'))
        place.link('a.md', '../outside.md')
      },
      /a\.md cannot be reached: Path outside workspace/,
    ],
  ])('explains the conflict and changes nothing where %s since', async (_, meddle, words) => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, patch)
    meddle(place)
    const before = treeOf(place.root)
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({ code: 'FILE_CHANGED', message: expect.stringMatching(words) })
    expect(treeOf(place.root)).toEqual(before)
  })

  it('names every file that is in the way', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, patch)
    writeFileSync(place.at('a.md'), 'theirs')
    writeFileSync(place.at('b.md'), 'theirs')
    await expect(place.undoStore.undo(id)).rejects.toThrow(
      'File changed: nothing was undone, because a.md was changed since; b.md is there again',
    )
  })

  it('does not need what somebody put back by hand', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const before = treeOf(place.root)
    const id = await call(place, patch)
    writeFileSync(place.at('a.md'), 'a')
    rmSync(place.at('new/d.md'))
    await place.undoStore.undo(id)
    expect(treeOf(place.root)).toEqual(before)
  })

  it('keeps a folder that the call made and somebody used', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, patch)
    writeFileSync(place.at('new/theirs.md'), 'theirs')
    expect(await place.undoStore.undo(id)).toEqual({ restored: ['b.md', 'a.md'], removed: ['new/d.md'] })
    expect(readdirSync(place.at('new'))).toEqual(['theirs.md'])
  })

  it.each<[string, (place: TemporaryWorkspace) => void]>([
    ['what was moved was changed', (place) => writeFileSync(place.at('moved/c.md'), 'theirs')],
    ['something has the old name', (place) => mkdirSync(place.at('dir'))],
    ['what was moved is gone', (place) => rmSync(place.at('moved'), { recursive: true })],
  ])('of a move explains the conflict where %s since', async (_, meddle) => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, (host) => host.move({ from: 'dir', to: 'moved', overwrite: false }))
    meddle(place)
    const before = treeOf(place.root)
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({ code: 'FILE_CHANGED', message: expect.stringContaining('dir ') })
    expect(treeOf(place.root)).toEqual(before)
  })

  it('of a deletion needs the folder that the file was in', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, (host) => host.remove({ path: 'dir/c.md', recursive: false }))
    rmSync(place.at('dir'), { recursive: true })
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({ message: expect.stringContaining('has no folder to come back to') })
    mkdirSync(place.at('dir'))
    await place.undoStore.undo(id)
    expect(readFileSync(place.at('dir/c.md'), 'utf8')).toBe('c')
  })

  it('happens once', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, patch)
    await place.undoStore.undo(id)
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({
      code: 'ALREADY_SETTLED',
      message: expect.stringContaining('was undone already'),
    })
  })

  it('happens once where it is asked for several times at once', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const before = treeOf(place.root)
    const id = await call(place, patch)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => place.undoStore.undo(id)))
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'ALREADY_SETTLED' }) }
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: { restored: ['b.md', 'a.md'], removed: ['new/d.md', 'new'] } },
      refused,
      refused,
    ])
    expect(treeOf(place.root)).toEqual(before)
  })

  it.each<[string, (host: WorkspaceHost) => Promise<unknown>]>([
    ['deletion', (host) => host.remove({ path: 'dir/c.md', recursive: false })],
    ['move', (host) => host.move({ from: 'dir/c.md', to: 'c.md', overwrite: false })],
    ['write', (host) => host.write('dir/c.md', () => text('C'))],
    ['new folder', (host) => host.createDirectory('dir/new')],
  ])('of a %s reaches no other place where a folder on the way became a link', async (_, change) => {
    await using place = createTemporaryWorkspace({ ...FILES, 'other/x.md': 'x' })
    const id = await call(place, change)
    renameSync(place.at('dir'), place.at('elsewhere'))
    place.link('dir', 'elsewhere')
    const before = treeOf(place.root)
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      message: expect.stringContaining('is a link now'),
    })
    expect(treeOf(place.root)).toEqual(before)
  })

  it('of a call that changed nothing, or is unknown, says so', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, (host) => host.createDirectory('dir'))
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('nothing is kept') })
  })

  it('refuses what was damaged in its keeping', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const id = await call(place, (host) => host.write('a.md', () => text('A')))
    writeFileSync(place.at(`../undo/kept/${id}.0`), 'damaged')
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({ message: expect.stringContaining('is damaged') })
    expect(readFileSync(place.at('a.md'), 'utf8')).toBe('A')
  })
})

describe('what is kept', () => {
  const limits = { maxUndoBytesPerCall: 10, maxUndoBytes: 20, maxUndoCalls: 4 }

  it('outlives the process', async () => {
    await using place = createTemporaryWorkspace(FILES)
    const open = () => openUndoStore({ folder: place.at('../kept'), root: place.root })
    let id: ExecutionId
    {
      using store = open()
      id = await call(place, patch, store)
    }
    using again = open()
    await again.undo(id)
    expect(readFileSync(place.at('a.md'), 'utf8')).toBe('a')
  })

  it('is of one workspace', async () => {
    await using place = createTemporaryWorkspace(FILES)
    let id: ExecutionId
    {
      using store = openUndoStore({ folder: place.at('../kept'), root: place.root })
      id = await call(place, patch, store)
    }
    using other = openUndoStore({ folder: place.at('../kept'), root: place.folder('../other') })
    await expect(other.undo(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('another workspace') })
  })

  it('does not hold a call that is too large, which says so', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'x'.repeat(11), 'dir/b.md': 'x'.repeat(11) })
    using store = openUndoStore({ folder: place.at('../kept'), root: place.root, limits })
    const host = () => createTestWorkspaceHost({ root: place.root, recorder: store.recorderFor(randomUUID() as ExecutionId) })
    const note = { possible: false, why: 'it changed 11 bytes, and at most 10 bytes of a call are kept' }
    expect(await host().write('a.md', () => text('A'))).toMatchObject({ undo: note })
    expect(await host().remove({ path: 'dir', recursive: true })).toMatchObject({ undo: note })
    expect(existsSync(place.at('dir'))).toBe(false)
    expect(readdirSync(place.at('../kept/kept'))).toEqual([])
    const id = await call(place, (changer) => changer.write('a.md', () => text('x'.repeat(11))), store)
    await store.undo(id)
    expect(readFileSync(place.at('a.md'), 'utf8')).toBe('A')
  })

  it('is bounded: the oldest calls go first', async () => {
    await using place = createTemporaryWorkspace()
    using store = openUndoStore({ folder: place.at('../kept'), root: place.root, limits })
    const ids: ExecutionId[] = []
    for (let i = 0; i < 5; i++) ids.push(await call(place, (host) => host.write('a.md', () => text(`${i}234567`)), store))
    expect(readdirSync(place.at('../kept/kept'))).toHaveLength(2)
    for (let i = 0; i < 6; i++) ids.push(await call(place, (host) => host.createDirectory(`new-${i}`), store))
    expect(readdirSync(place.at('../kept/kept'))).toEqual([])
    await expect(store.undo(ids[6] as ExecutionId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await store.undo(ids[7] as ExecutionId)).toEqual({ restored: [], removed: ['new-2'] })
  })
})

describe('while the journal goes to the disk', () => {
  const changes: [string, (host: WorkspaceHost) => Promise<unknown>][] = [
    ['a patch', patch],
    ['a write', (host) => host.write('a.md', () => text('A'))],
    ['a new file', (host) => host.write('deep/er/new.md', () => text('new'))],
    ['a removal', (host) => host.remove({ path: 'dir', recursive: true })],
    ['a move', (host) => host.move({ from: 'a.md', to: 'moved/a.md', overwrite: false })],
    ['a new folder', (host) => host.createDirectory('new')],
  ]
  const isOurs = (name: string) => name.includes('countersign')
  const namesOf = (place: TemporaryWorkspace) => Object.entries(treeOf(place.root)).filter(([name]) => !isOurs(name))

  it.each(changes)('%s has changed nothing, and does so once it is there', async (_, change) => {
    await using place = createTemporaryWorkspace(FILES)
    const [before, journal, id] = [namesOf(place), Promise.withResolvers<void>(), randomUUID() as ExecutionId]
    const running = change(createTestWorkspaceHost({ root: place.root, recorder: place.undoStore.recorderFor(id, journal.promise) }))
    // Everything that may be done meanwhile is done: the plan is on the disk.
    await expect.poll(() => readFileSync(place.at('../undo/changes.jsonl'), 'utf8'), { timeout: 20_000 }).toContain(id)
    // A step that did not wait would be taken by now.
    await setTimeout(50)
    expect(namesOf(place)).toEqual(before)
    journal.resolve()
    await running
    expect(namesOf(place)).not.toEqual(before)
  })

  it.each(changes)('%s changes nothing where the journal cannot be written', async (_, change) => {
    await using place = createTemporaryWorkspace(FILES)
    const [before, journal, id] = [treeOf(place.root), Promise.reject<void>(new Error('disk full')), randomUUID() as ExecutionId]
    journal.catch(() => undefined)
    const running = change(createTestWorkspaceHost({ root: place.root, recorder: place.undoStore.recorderFor(id, journal) }))
    await expect(running).rejects.toThrow()
    expect(treeOf(place.root)).toEqual(before)
    await expect(place.undoStore.undo(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
