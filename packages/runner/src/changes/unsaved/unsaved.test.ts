// Changes of files that an editor has open with unsaved changes, over real files.
import * as fs from 'node:fs'
import type { ExecutionId } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../../test-kit/src/ids.ts'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import { createTestBuffers, type TestBuffers } from '../../../test/hosts/test-buffers.ts'
import { openUndoStore, type UndoStore } from '../undo/undo-store.ts'
import { createShownBases } from './shown-bases.ts'

const DISK = 'one\ntwo\nthree\nfour\n'
const TYPED = 'one\ntwo\nthree\nfour, typed\n'
const encode = (text: string) => Buffer.from(text)

interface Scene extends AsyncDisposable {
  readonly place: TemporaryWorkspace
  readonly buffers: TestBuffers
  readonly undo: UndoStore
  readonly disk: () => string
  /** Reads as a preview does. */
  show(path?: string): Promise<Record<string, string | null>>
  /** Writes as a call does that was approved on what was shown. */
  write(content: string, expected?: Record<string, string | null>, path?: string): Promise<{ id: ExecutionId; merged?: readonly string[] }>
}

function createScene(files: Record<string, string> = { 'a.md': DISK }): Scene {
  const place = createTemporaryWorkspace(files)
  const buffers = createTestBuffers(place.root)
  const shown = createShownBases()
  const undo = openUndoStore({ folder: place.at('../undo-of-scene'), root: place.root, buffers })
  return {
    place,
    buffers,
    undo,
    disk: () => fs.readFileSync(place.at('a.md'), 'utf8'),
    async show(path = 'a.md') {
      const host = createTestWorkspaceHost({ root: place.root, buffers, shown })
      await host.readIfPresent(path)
      return host.seen().base_digests
    },
    async write(content, expected = {}, path = 'a.md') {
      const id = newId() as ExecutionId
      const host = createTestWorkspaceHost({ root: place.root, buffers, shown, expected, recorder: undo.recorderFor(id) })
      return { id, ...(await host.write(path, () => encode(content))) }
    },
    async [Symbol.asyncDispose]() {
      undo[Symbol.dispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

describe('a file with unsaved changes', () => {
  it('is read as the editor has it; its digest is of that text', async () => {
    await using scene = createScene()
    const before = await scene.show()
    scene.buffers.type('a.md', TYPED)
    const host = createTestWorkspaceHost({ root: scene.place.root, buffers: scene.buffers })
    expect(await host.read('a.md')).toMatchObject({ bytes: encode(TYPED), isUnsaved: true })
    expect(host.seen().base_digests).not.toEqual(before)
  })

  it('is changed and saved by the editor', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    const outcome = await scene.write('1\ntwo\nthree\nfour, typed\n', await scene.show())
    expect(scene.buffers.edits).toMatchObject([{ path: 'a.md', edit: { text: '1\ntwo\nthree\nfour, typed\n' } }])
    expect(scene.disk()).toBe('1\ntwo\nthree\nfour, typed\n')
    expect(outcome).not.toHaveProperty('merged')
    expect(outcome).toMatchObject({ size: 24, created: false })
  })

  it('is found by the name that a link leads to', async () => {
    await using scene = createScene()
    scene.place.link('link.md', 'a.md')
    scene.buffers.type('a.md', TYPED)
    await scene.write('new\n', await scene.show('link.md'), 'link.md')
    expect(scene.buffers.edits).toMatchObject([{ path: 'a.md' }])
    expect(scene.disk()).toBe('new\n')
  })

  it.each([
    ['.env', 'SENSITIVE_FILE'],
    ['plain.md', 'SENSITIVE_FILE'],
    ['out.md', 'PATH_OUTSIDE_WORKSPACE'],
  ])('is refused as ever where its name is: %s', async (path, code) => {
    await using scene = createScene({ '.env': 'TOKEN=1', '../out.md': 'out' })
    scene.place.link('plain.md', '.env')
    scene.place.link('out.md', scene.place.at('../out.md'))
    for (const name of ['.env', 'plain.md', 'out.md']) scene.buffers.type(name, 'typed')
    await expect(scene.show(path)).rejects.toMatchObject({ code })
    await expect(scene.write('x', {}, path)).rejects.toMatchObject({ code })
    expect(scene.buffers.edits).toEqual([])
  })

  it('goes neither away nor elsewhere, alone or with its folder', async () => {
    await using scene = createScene({ 'dir/a.md': DISK })
    scene.buffers.type('dir/a.md', TYPED)
    const { root, recorder } = scene.place
    const host = createTestWorkspaceHost({ root, recorder, buffers: scene.buffers })
    const refused = { code: 'FILE_CHANGED', message: expect.stringContaining('dir/a.md has unsaved changes in the editor') }
    for (const path of ['dir', 'dir/a.md']) {
      await expect(host.inspect(path)).rejects.toMatchObject(refused)
      await expect(host.remove({ path, recursive: true })).rejects.toMatchObject(refused)
      await expect(host.move({ from: path, to: 'new', overwrite: false })).rejects.toMatchObject(refused)
    }
    await expect(host.changeAll(['dir/a.md'], () => [{ path: 'dir/a.md', content: undefined }])).rejects.toMatchObject(refused)
  })

  it('that is not on the disk is not written over', async () => {
    await using scene = createScene()
    scene.buffers.type('new.md', 'typed')
    await expect(scene.write('x', {}, 'new.md')).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      message: expect.stringContaining('save or close'),
    })
    expect(fs.existsSync(scene.place.at('new.md'))).toBe(false)
  })
})

describe('where the person typed on since the change was shown', () => {
  const approved = '1\ntwo\nthree\nfour\n'

  it.each(['unsaved', 'saved'])('a change of other lines is joined with it, shown while the file was %s', async (state) => {
    await using scene = createScene()
    if (state === 'unsaved') scene.buffers.type('a.md', `${DISK}five\n`)
    const expected = await scene.show()
    const change = state === 'unsaved' ? `${approved}five\n` : approved
    scene.buffers.type('a.md', state === 'unsaved' ? `${TYPED}five\n` : TYPED)
    expect(await scene.write(change, expected)).toMatchObject({ merged: ['a.md'] })
    expect(scene.disk()).toBe(state === 'unsaved' ? '1\ntwo\nthree\nfour, typed\nfive\n' : '1\ntwo\nthree\nfour, typed\n')
  })

  it('a change of the same lines writes nothing and says what to choose', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    const expected = await scene.show()
    scene.buffers.type('a.md', 'ONE\ntwo\nthree\nfour, typed\n')
    await expect(scene.write('1\ntwo\nthree\nfour, typed\n', expected)).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      message: expect.stringMatching(/same lines.*Nothing was written; call again .* or keep the text/),
    })
    expect([scene.disk(), scene.buffers.unsaved('a.md')?.text]).toEqual([DISK, 'ONE\ntwo\nthree\nfour, typed\n'])
  })

  it('nothing is joined with what this runner never showed', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    await expect(scene.write(approved, { 'a.md': 'a'.repeat(64) })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
  })

  it('a file that another program changed on the disk is still FILE_CHANGED', async () => {
    await using scene = createScene()
    const expected = await scene.show()
    fs.writeFileSync(scene.place.at('a.md'), TYPED)
    await expect(scene.write(approved, expected)).rejects.toMatchObject({ code: 'FILE_CHANGED' })
  })

  it('typing while the change is made is noticed, and the change made again', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    const expected = await scene.show()
    scene.buffers.beforeEdit = () => {
      scene.buffers.beforeEdit = undefined
      scene.buffers.type('a.md', `${TYPED}five\n`)
    }
    expect(await scene.write('1\ntwo\nthree\nfour, typed\n', expected)).toMatchObject({ merged: ['a.md'] })
    expect(scene.disk()).toBe('1\ntwo\nthree\nfour, typed\nfive\n')
  })

  it('somebody who never stops typing keeps the text', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    let count = 0
    scene.buffers.beforeEdit = () => scene.buffers.type('a.md', `${TYPED}${++count}\n`)
    await expect(scene.write('1\ntwo\nthree\nfour, typed\n', await scene.show())).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(scene.disk()).toBe(DISK)
  })

  it('a change of several files is made whole or not at all', async () => {
    await using scene = createScene({ 'a.md': DISK, 'b.md': DISK })
    const { root, recorder } = scene.place
    const host = createTestWorkspaceHost({ root, recorder, buffers: scene.buffers })
    scene.buffers.type('a.md', TYPED)
    scene.buffers.type('b.md', TYPED)
    scene.buffers.beforeEdit = (path) => path === 'b.md' && scene.buffers.type('b.md', `${TYPED}${Math.random()}`)
    const change = host.changeAll(['a.md', 'b.md'], () => ['a.md', 'b.md'].map((path) => ({ path, content: encode('new\n') })))
    await expect(change).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(scene.disk()).toBe(TYPED)
    expect(fs.readFileSync(scene.place.at('b.md'), 'utf8')).toBe(DISK)
  })
})

describe('an undo', () => {
  it('gives the text back that the person had, saved', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    const { id } = await scene.write('new\n', await scene.show())
    expect(await scene.undo.undo(id)).toEqual({ restored: ['a.md'], removed: [] })
    expect(scene.disk()).toBe(TYPED)
  })

  it('keeps what was typed since on other lines, and is made by the editor', async () => {
    await using scene = createScene()
    const { id } = await scene.write('1\ntwo\nthree\nfour\n', await scene.show())
    scene.buffers.type('a.md', '1\ntwo\nthree\nfour, typed\n')
    await scene.undo.undo(id)
    expect(scene.buffers.edits).toMatchObject([{ edit: { text: TYPED } }])
    expect(scene.disk()).toBe(TYPED)
  })

  it('leaves everything alone where the same lines were typed on', async () => {
    await using scene = createScene()
    const { id } = await scene.write('1\ntwo\nthree\nfour\n', await scene.show())
    scene.buffers.type('a.md', 'ONE\ntwo\nthree\nfour\n')
    await expect(scene.undo.undo(id)).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      message: expect.stringContaining('a.md has unsaved changes in the editor; save or discard them'),
    })
    scene.buffers.discard('a.md')
    await scene.undo.undo(id)
    expect(scene.disk()).toBe(DISK)
  })

  it('does not remove a new file that has unsaved changes', async () => {
    await using scene = createScene()
    const { id } = await scene.write('new\n', {}, 'new.md')
    scene.buffers.type('new.md', 'typed\n')
    await expect(scene.undo.undo(id)).rejects.toMatchObject({ code: 'FILE_CHANGED' })
  })

  it('works where a formatter changed what was saved, and that is told', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    scene.buffers.format = (text) => text.toUpperCase()
    const outcome = await scene.write('new\n', await scene.show())
    expect(outcome).toMatchObject({ changedOnSave: ['a.md'] })
    expect(scene.disk()).toBe('NEW\n')
    await scene.undo.undo(outcome.id)
    expect(scene.disk()).toBe(TYPED)
  })

  it('after a kill between the plan and the saving finds that nothing was done', async () => {
    await using scene = createScene()
    scene.buffers.type('a.md', TYPED)
    const killed = new Promise<never>(() => undefined)
    const dying = { ...scene.buffers, edit: () => killed }
    const id = newId() as ExecutionId
    const host = createTestWorkspaceHost({ root: scene.place.root, buffers: dying, recorder: scene.undo.recorderFor(id) })
    void host.write('a.md', () => encode('new\n'))
    await expect.poll(() => fs.readFileSync(scene.place.at('../undo-of-scene/changes.jsonl'), 'utf8')).toContain(id)
    const again = openUndoStore({ folder: scene.place.at('../undo-of-scene'), root: scene.place.root, buffers: scene.buffers })
    expect(await again.recover()).toEqual([{ tool_id: id, outcome: 'put back', conflicts: [] }])
    expect(scene.disk()).toBe(DISK)
    again[Symbol.dispose]()
  })
})
