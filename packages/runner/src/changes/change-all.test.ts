import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTestWorkspaceHost } from '../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { createResolver } from '../disk/names.ts'

const text = (content: string) => Buffer.from(content)

/** Every file with its content, and every folder. */
const treeOf = (place: TemporaryWorkspace) =>
  Object.fromEntries(
    readdirSync(place.root, { recursive: true, withFileTypes: true })
      .map((entry) => [`${entry.parentPath}/${entry.name}`.slice(place.root.length + 1), entry] as const)
      .map(([path, entry]) => [path, entry.isFile() ? readFileSync(place.at(path), 'utf8') : 'folder']),
  )

describe('changing several files', () => {
  it('writes, creates, deletes and renames in one go, and keeps modes', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'b.md': 'b', 'old/c.md': 'c' })
    chmodSync(place.at('a.md'), 0o640)
    chmodSync(place.at('old/c.md'), 0o755)
    await createTestWorkspaceHost(place).changeAll(['a.md', 'b.md', 'old/c.md', 'new/deep/c.md', 'new/d.md'], (current) => [
      { path: 'a.md', content: text(`${Buffer.from(current.get('a.md')?.bytes ?? [])}+`) },
      { path: 'b.md', content: undefined },
      { path: 'new/deep/c.md', content: text('C'), from: 'old/c.md' },
      { path: 'new/d.md', content: text('d') },
    ])
    expect(treeOf(place)).toEqual({
      'a.md': 'a+',
      new: 'folder',
      'new/d.md': 'd',
      'new/deep': 'folder',
      'new/deep/c.md': 'C',
      old: 'folder',
    })
    expect(statSync(place.at('a.md')).mode & 0o7777).toBe(0o640)
    expect(statSync(place.at('new/deep/c.md')).mode & 0o7777).toBe(0o755)
  })

  it('lets two files change their names with each other', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'b.md': 'b' })
    await createTestWorkspaceHost(place).changeAll(['a.md', 'b.md'], () => [
      { path: 'a.md', content: text('b'), from: 'b.md' },
      { path: 'b.md', content: text('a'), from: 'a.md' },
    ])
    expect(treeOf(place)).toEqual({ 'a.md': 'b', 'b.md': 'a' })
  })

  it.each([
    ['one of them is sensitive', ['a.md', '.env'], 'SENSITIVE_FILE'],
    ['one of them lies outside', ['a.md', 'link/x.md'], 'PATH_OUTSIDE_WORKSPACE'],
    ['one of them is a program', ['a.md', 'x.exe'], 'PERMISSION_DENIED'],
    ['one of them has another name', ['a.md', 'hard.md'], 'PERMISSION_DENIED'],
    ['two of them are one file', ['a.md', 'same.md'], 'INVALID_PATH'],
    ['one of them is a folder', ['a.md', 'folder'], 'INVALID_PATH'],
  ])('changes nothing where %s', async (_, paths, code) => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'b.md': 'b', '../outside/x.md': 'x', '.env': 'x' })
    place.folder('folder')
    place.link('link', '../outside')
    place.link('same.md', 'a.md')
    place.hardLink('hard.md', 'b.md')
    const before = treeOf(place)
    const change = createTestWorkspaceHost(place).changeAll(paths, () => paths.map((path) => ({ path, content: text('new') })))
    await expect(change).rejects.toMatchObject({ code })
    expect(treeOf(place)).toEqual(before)
  })

  it.each([
    ['deletes', [{ path: 'link.md', content: undefined }]],
    ['renames', [{ path: 'new.md', content: text('a'), from: 'link.md' }]],
  ])('refuses a change that %s a link, and leaves what it leads to', async (_, changes) => {
    await using place = createTemporaryWorkspace({ 'real.md': 'a' })
    place.link('link.md', 'real.md')
    const change = createTestWorkspaceHost(place).changeAll(['link.md', 'new.md'], () => changes)
    await expect(change).rejects.toMatchObject({ code: 'INVALID_PATH', message: expect.stringContaining('it is a link') })
    expect(treeOf(place)).toEqual({ 'real.md': 'a', 'link.md': 'folder' })
  })

  it('changes nothing where the last of them is changed by somebody else meanwhile', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'b.md': 'b', 'z.md': 'z' })
    const change = createTestWorkspaceHost(place).changeAll(['a.md', 'b.md', 'new/c.md', 'z.md'], () => {
      writeFileSync(place.at('z.md'), 'theirs')
      return [
        { path: 'a.md', content: text('A') },
        { path: 'new/c.md', content: text('C') },
        { path: 'b.md', content: undefined },
        { path: 'z.md', content: text('Z') },
      ]
    })
    await expect(change).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(treeOf(place)).toEqual({ 'a.md': 'a', 'b.md': 'b', 'z.md': 'theirs' })
  })

  it('puts back what is changed already where a later one fails, with its times', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'z.md': 'z' })
    const { mtimeMs } = statSync(place.at('a.md'))
    const paths = ['a.md', 'new/b.md', 'z.md']
    let steps = 0
    const recorder: typeof place.recorder = {
      carryOut: (plan, apply) =>
        place.recorder.carryOut(plan, (begun) =>
          apply({
            ...begun,
            beginStep: async (step) => {
              if (++steps === 4) writeFileSync(place.at('z.md'), 'theirs')
              await begun.beginStep(step)
            },
          }),
        ),
    }
    const change = createTestWorkspaceHost({ ...place, recorder }).changeAll(paths, () =>
      paths.map((path) => ({ path, content: text('NEW') })),
    )
    await expect(change).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(steps).toBe(4)
    expect(treeOf(place)).toEqual({ 'a.md': 'a', 'z.md': 'theirs' })
    expect(statSync(place.at('a.md')).mtimeMs).toBeCloseTo(mtimeMs, 2)
  })

  it('is bound to what was shown', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'a', 'b.md': 'b' })
    const seen = createTestWorkspaceHost(place)
    for (const path of ['a.md', 'b.md']) await seen.readIfPresent(path)
    writeFileSync(place.at('b.md'), 'other')
    const host = createTestWorkspaceHost({ ...place, expected: seen.seen().base_digests })
    const change = host.changeAll(['a.md', 'b.md'], () => [{ path: 'a.md', content: undefined }])
    await expect(change).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(existsSync(place.at('a.md'))).toBe(true)
  })
})

describe('inspecting', () => {
  it('counts what lies at a name, and binds the answer to it', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.md': 'aa', 'src/deep/b.md': 'bbb', 'c.md': 'c' })
    place.link('src/out', '../../outside')
    const host = createTestWorkspaceHost(place)
    expect(await host.inspect('src')).toEqual({ kind: 'directory', files: 3, bytes: 5, names: ['a.md', 'deep/', 'deep/b.md', 'out'] })
    expect(await host.inspect('c.md')).toEqual({ kind: 'file', files: 1, bytes: 1, names: [] })
    expect(await host.inspect('nothing')).toBeUndefined()
    const digests = host.seen().base_digests
    expect(digests).toMatchObject({ src: expect.stringMatching(/^[0-9a-f]{64}$/), nothing: null })
    chmodSync(place.at('src/deep/b.md'), 0o600)
    await host.inspect('src')
    expect(host.seen().base_digests.src).not.toBe(digests.src)
  })

  it('tells which names are folders, so that a folder is not judged by a name like that of a file', async () => {
    await using place = createTemporaryWorkspace({ 'next.js/a.md': 'a', 'c.js': 'c' })
    const host = createTestWorkspaceHost(place)
    await host.inspect('c.js')
    expect(host.seen().folders).toBeUndefined()
    await host.inspect('next.js')
    expect(host.seen().folders).toEqual(['next.js'])
    const resolve = createResolver(place.root)
    expect([resolve('next.js'), resolve('c.js')]).toEqual([{ path: 'next.js', isFolder: true }, { path: 'c.js' }])
  })

  it('gives a file the digest that reading it gives', async () => {
    await using place = createTemporaryWorkspace({ 'c.md': 'c' })
    const [one, other] = [createTestWorkspaceHost(place), createTestWorkspaceHost(place)]
    await one.inspect('c.md')
    await other.read('c.md')
    expect(one.seen()).toEqual(other.seen())
  })

  it('refuses a folder that holds something sensitive at any depth, and names it', async () => {
    await using place = createTemporaryWorkspace({ 'src/deep/er/.env': 'x' })
    await expect(createTestWorkspaceHost(place).inspect('src')).rejects.toMatchObject({
      code: 'SENSITIVE_FILE',
      message: expect.stringContaining('src/deep/er/.env'),
    })
  })
})
