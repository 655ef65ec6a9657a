// Moving, deleting and making folders on a real disk: what is refused, what stays, what the answer is bound to.
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { treeOf } from '../../test/changes/read-tree-of.ts'
import { runOnce } from '../../test/changes/run-once.ts'
import { createTestWorkspaceHost } from '../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { openObject } from '../disk/open-object.ts'
import type { WorkspaceHost } from '../hosts/files/workspace-host.ts'
import { signTree } from './trees/read-tree.ts'

const FILES = {
  ...{ 'a.md': 'a', 'b.md': 'b', 'dir/c.md': 'c', 'dir/deep/d.md': 'd' },
  ...{ 'secret/deep/.env': 'x', 'repo/.git/config': 'x', 'tool.exe': 'x', '../outside/o.md': 'o' },
}

function makePlace(): TemporaryWorkspace {
  const place = createTemporaryWorkspace(FILES)
  place.link('link-out', '../outside')
  place.link('link-env.md', 'secret/deep/.env')
  place.link('link-a.md', 'a.md')
  place.link('link-dir', 'dir')
  place.hardLink('hard.md', '../outside/o.md')
  return place
}

describe('moving', () => {
  it('takes a file or a folder with everything about it', async () => {
    await using place = makePlace()
    fs.chmodSync(place.at('dir/c.md'), 0o751)
    fs.utimesSync(place.at('dir/c.md'), 1_000, 2_000)
    await createTestWorkspaceHost(place).move({ from: 'dir', to: 'new/place', overwrite: false })
    expect(fs.existsSync(place.at('dir'))).toBe(false)
    expect(fs.readFileSync(place.at('new/place/deep/d.md'), 'utf8')).toBe('d')
    expect(fs.statSync(place.at('new/place/c.md'))).toMatchObject({ mode: 0o100751, mtimeMs: 2_000_000 })
  })

  it('moves a link itself, and below a link to a folder what lies there', async () => {
    await using place = makePlace()
    const host = createTestWorkspaceHost(place)
    await host.move({ from: 'link-a.md', to: 'other.md', overwrite: false })
    expect(fs.lstatSync(place.at('other.md')).isSymbolicLink()).toBe(true)
    expect(fs.readFileSync(place.at('a.md'), 'utf8')).toBe('a')
    await host.move({ from: 'link-dir/c.md', to: 'link-dir/e.md', overwrite: false })
    expect(fs.existsSync(place.at('dir/e.md'))).toBe(true)
  })

  it('replaces a file only where that was asked for', async () => {
    await using place = makePlace()
    const host = createTestWorkspaceHost(place)
    await expect(host.move({ from: 'a.md', to: 'b.md', overwrite: false })).rejects.toMatchObject({ code: 'INVALID_PATH' })
    await host.move({ from: 'a.md', to: 'b.md', overwrite: true })
    expect(fs.readFileSync(place.at('b.md'), 'utf8')).toBe('a')
  })

  it.each([
    ['out of the workspace', 'a.md', 'link-out/a.md', 'PATH_OUTSIDE_WORKSPACE'],
    ['what a link leads to outside', 'link-out', 'b2.md', 'PATH_OUTSIDE_WORKSPACE'],
    ['a link to a secret', 'link-env.md', 'x.md', 'SENSITIVE_FILE'],
    ['a folder with a secret in it', 'secret', 'public', 'SENSITIVE_FILE'],
    ['a folder with a repository in it', 'repo', 'other', 'SENSITIVE_FILE'],
    ['a file to a sensitive name', 'a.md', '.env', 'SENSITIVE_FILE'],
    ['a folder to where its content becomes sensitive', 'dir', '.aws', 'SENSITIVE_FILE'],
    ['a file to the name of a program', 'a.md', 'a.exe', 'PERMISSION_DENIED'],
    ['over a file that has another name', 'a.md', 'hard.md', 'PERMISSION_DENIED'],
    ['over a folder', 'a.md', 'dir', 'INVALID_PATH'],
    ['a folder over a file', 'dir', 'a.md', 'INVALID_PATH'],
    ['a folder into itself', 'dir', 'dir/deep/er', 'INVALID_PATH'],
    ['a file to its own name', 'a.md', 'a.md', 'INVALID_PATH'],
    ['what is not there', 'none.md', 'x.md', 'FILE_NOT_FOUND'],
  ])('refuses to move %s, and changes nothing', async (_, from, to, code) => {
    await using place = makePlace()
    const before = treeOf(place.at('..'))
    await expect(
      createTestWorkspaceHost({ root: place.root, recorder: place.recorder }).move({ from, to, overwrite: true }),
    ).rejects.toMatchObject({ code })
    expect(withoutUndo(treeOf(place.at('..')))).toEqual(before)
  })

  it('refuses a folder to where its content becomes sensitive by way of a link', async () => {
    await using place = createTemporaryWorkspace({ 'd/hosts.yml': 'x', '.config/x.md': '' })
    place.link('way', '.config')
    const host = createTestWorkspaceHost(place)
    await expect(host.move({ from: 'd', to: '.config/gh', overwrite: false })).rejects.toMatchObject({ code: 'SENSITIVE_FILE' })
    await expect(host.move({ from: 'd', to: 'way/gh', overwrite: false })).rejects.toMatchObject({ code: 'SENSITIVE_FILE' })
    expect(fs.existsSync(place.at('d/hosts.yml'))).toBe(true)
  })

  it('is bound to what both names held', async () => {
    await using place = makePlace()
    const shown = createTestWorkspaceHost(place)
    await shown.inspect('dir')
    await shown.inspect('new')
    const bound = () => createTestWorkspaceHost({ root: place.root, recorder: place.recorder, expected: shown.seen().base_digests })
    fs.writeFileSync(place.at('dir/deep/d.md'), 'other')
    await expect(bound().move({ from: 'dir', to: 'new', overwrite: false })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    fs.writeFileSync(place.at('dir/deep/d.md'), 'd')
    fs.mkdirSync(place.at('dir/deep/more'))
    await expect(bound().move({ from: 'dir', to: 'new', overwrite: false })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    execFileSync('rmdir', [place.at('dir/deep/more')])
    await bound().move({ from: 'dir', to: 'new', overwrite: false })
    expect(fs.existsSync(place.at('new/deep/d.md'))).toBe(true)
  })
})

describe('deleting', () => {
  it('takes a file, a link and a folder out of the workspace, and leaves what links lead to', async () => {
    await using place = makePlace()
    const host = createTestWorkspaceHost(place)
    expect(await host.remove({ path: 'b.md', recursive: false })).toMatchObject({ kind: 'file', files: 1, bytes: 1 })
    expect(await host.remove({ path: 'link-dir', recursive: false })).toMatchObject({ kind: 'file', leadsTo: 'dir' })
    place.link('dir/out', '../../outside/o.md')
    expect(await host.remove({ path: 'dir', recursive: true })).toMatchObject({ kind: 'directory', files: 3 })
    for (const path of ['b.md', 'link-dir', 'dir']) expect(fs.existsSync(place.at(path))).toBe(false)
    expect(fs.readFileSync(place.at('../outside/o.md'), 'utf8')).toBe('o')
  })

  it.each([
    ['a folder that is not empty', 'dir', false, 'INVALID_PATH'],
    ['a folder with a secret in it', 'secret', true, 'SENSITIVE_FILE'],
    ['a folder with a repository in it', 'repo', true, 'SENSITIVE_FILE'],
    ['a link that leaves the workspace', 'link-out', true, 'PATH_OUTSIDE_WORKSPACE'],
    ['a link to a secret', 'link-env.md', true, 'SENSITIVE_FILE'],
    ['the whole workspace', '.', true, 'INVALID_PATH'],
    ['what is not there', 'none.md', true, 'FILE_NOT_FOUND'],
  ])('refuses to delete %s, and changes nothing', async (_, path, recursive, code) => {
    await using place = makePlace()
    const before = treeOf(place.at('..'))
    await expect(createTestWorkspaceHost({ root: place.root, recorder: place.recorder }).remove({ path, recursive })).rejects.toMatchObject(
      {
        code,
      },
    )
    expect(withoutUndo(treeOf(place.at('..')))).toEqual(before)
  })

  it('does not read what is too much to be kept, and is bound to the object all the same', async () => {
    await using place = createTemporaryWorkspace({ 'dir/big': '', big: '' })
    const paths = ['big', 'dir']
    for (const path of ['big', 'dir/big']) fs.truncateSync(place.at(path), 2 ** 40)
    const shown = createTestWorkspaceHost(place)
    for (const path of paths) expect(await shown.inspect(path)).toMatchObject({ files: 1, bytes: 2 ** 40 })
    const bound = () => createTestWorkspaceHost({ root: place.root, recorder: place.recorder, expected: shown.seen().base_digests })
    for (const path of ['big', 'dir/big']) fs.writeFileSync(place.at(path), 'x', { flag: 'r+' })
    for (const path of paths) await expect(bound().remove({ path, recursive: true })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    for (const path of paths) await shown.inspect(path)
    for (const path of paths) await bound().remove({ path, recursive: true })
    expect(fs.existsSync(place.at('big')) || fs.existsSync(place.at('dir'))).toBe(false)
  })

  it.each<[string, (host: WorkspaceHost) => Promise<unknown>]>([
    ['looking', (host) => host.inspect('big')],
    ['deleting', (host) => host.remove({ path: 'big', recursive: false })],
    ['moving', (host) => host.move({ from: 'big', to: 'new', overwrite: false })],
  ])('stops %s when the call is stopped', async (_, use) => {
    await using place = createTemporaryWorkspace({ big: '' })
    fs.truncateSync(place.at('big'), 200_000_000)
    const stop = new AbortController()
    const used = use(createTestWorkspaceHost({ root: place.root, recorder: place.recorder, signal: stop.signal }))
    stop.abort(new Error('the call was stopped'))
    await expect(used).rejects.toThrow('the call was stopped')
    expect(fs.existsSync(place.at('big'))).toBe(true)
  })

  it('lets other work go on while it looks through a large folder once more', async () => {
    await using place = createTemporaryWorkspace(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`dir/${index}`, ''])))
    using folder = openObject(place.root)
    using object = openObject(place.at('dir'))
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await signTree({ folder, name: 'dir', object, path: 'dir' })
    clearImmediate(next)
    expect(turns).toBeGreaterThan(2)
  })

  it('deletes nothing that was not shown', async () => {
    await using place = makePlace()
    const shown = createTestWorkspaceHost(place)
    await shown.inspect('dir')
    fs.writeFileSync(place.at('dir/new.md'), '')
    const host = createTestWorkspaceHost({ root: place.root, recorder: place.recorder, expected: shown.seen().base_digests })
    await expect(host.remove({ path: 'dir', recursive: true })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(fs.existsSync(place.at('dir/new.md'))).toBe(true)
  })

  it('puts back what changed between the reading and the deleting', async () => {
    await using place = makePlace()
    const recorder: typeof place.recorder = {
      carryOut: (plan, apply) => {
        fs.writeFileSync(place.at('dir/deep/.env'), 'new')
        return place.recorder.carryOut(plan, apply)
      },
    }
    const host = createTestWorkspaceHost({ root: place.root, recorder })
    await expect(host.remove({ path: 'dir', recursive: true })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(fs.readFileSync(place.at('dir/deep/.env'), 'utf8')).toBe('new')
  })
})

describe('making a folder', () => {
  it('makes those on the way, and says whether it was there', async () => {
    await using place = makePlace()
    const host = createTestWorkspaceHost(place)
    expect(await host.createDirectory('x/y/z')).toEqual({ created: true })
    expect(await host.createDirectory('x/y')).toEqual({ created: false })
    expect(fs.statSync(place.at('x/y/z')).isDirectory()).toBe(true)
  })

  it.each([
    ['where a file is', 'a.md', 'INVALID_PATH'],
    ['below a file', 'a.md/x', 'INVALID_PATH'],
    ['outside', 'link-out/x', 'PATH_OUTSIDE_WORKSPACE'],
    ['in a repository', 'repo/.git/x', 'SENSITIVE_FILE'],
  ])('refuses one %s', async (_, path, code) => {
    await using place = makePlace()
    await expect(createTestWorkspaceHost(place).createDirectory(path)).rejects.toMatchObject({ code })
  })
})

const NOBODY = 65_534

describe.skipIf(process.getuid?.() !== 0)('as a user who may not (only root can become one)', () => {
  const as = (place: TemporaryWorkspace) => {
    const undoFolder = place.folder('../data/undo')
    for (const path of ['..', '../data', '../data/undo', '.', 'a.md', 'b.md']) fs.chownSync(place.at(path), NOBODY, NOBODY)
    fs.chmodSync(place.at('..'), 0o755)
    return { root: place.root, undoFolder, uid: NOBODY }
  }
  const id = '019b76da-a800-7845-b1e2-5e3e1e23944d'

  it('a file of somebody else is not replaced, since it would become ours', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'b.md': 'b', 'theirs.md': 't' })
    const said = runOnce({
      ...as(place),
      call: {
        id,
        changeAll: [
          { path: 'a.md', content: 'A' },
          { path: 'theirs.md', content: 'T' },
        ],
      },
    })
    expect(said).toMatch(/^PERMISSION_DENIED .*theirs\.md/)
    expect([fs.readFileSync(place.at('a.md'), 'utf8'), fs.readFileSync(place.at('theirs.md'), 'utf8')]).toEqual(['a', 't'])
  })

  it.each([
    ['deleted', { remove: { path: 'closed/x.md', recursive: false } }],
    ['moved away', { move: { from: 'closed/x.md', to: 'x.md', overwrite: false } }],
    ['moved to', { move: { from: 'a.md', to: 'closed/a.md', overwrite: false } }],
    ['written to', { write: { path: 'closed/new.md', content: 'n' } }],
    ['made larger', { createDirectory: 'closed/new' }],
  ] as const)('a folder that is closed is not %s', async (_, change) => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'b.md': 'b', 'closed/x.md': 'x' })
    const before = treeOf(place.root)
    expect(runOnce({ ...as(place), call: { id, ...change } })).toMatch(/^PERMISSION_DENIED /)
    expect(treeOf(place.root)).toEqual(before)
  })
})

it('where the disk of the undo records is full, nothing is changed', async ({ skip }) => {
  await using place = createTemporaryWorkspace({ 'a.md': 'x'.repeat(200_000) })
  const disk = place.folder('../small')
  try {
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    skip('a small disk can only be mounted as root')
  }
  try {
    const id = '019b76da-a800-7845-b1e2-5e3e1e23944d'
    const said = runOnce({ root: place.root, undoFolder: `${disk}/undo`, call: { id, write: { path: 'a.md', content: 'new' } } })
    expect(said).toMatch(/^STORAGE .*could not be kept for an undo/)
    expect(fs.readFileSync(place.at('a.md'), 'utf8')).toHaveLength(200_000)
  } finally {
    execFileSync('/usr/bin/umount', [disk])
  }
})

/** The records of the test's own store lie beside the workspace. */
const withoutUndo = (tree: Record<string, string>) => Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith('undo')))
