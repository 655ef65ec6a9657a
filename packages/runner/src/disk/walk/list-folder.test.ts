import { mkdirSync, writeFileSync } from 'node:fs'
import type { ListRequest } from '@countersign/tools'
import { describe, expect, it } from 'vitest'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, LATIN, LOOKALIKE, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'

const ALL: ListRequest = { path: '.', recursive: true, pattern: '*', ignored: false, maxEntries: 1_000 }

const pathsOf = async (place: TemporaryWorkspace, request: Partial<ListRequest> = {}): Promise<string[]> =>
  (await createTestWorkspaceHost(place).list({ ...ALL, ...request })).entries.map((entry) => entry.path)

describe('a listing', () => {
  it('tells name, path, kind, size and time', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': 'hello' })
    const { entries, total } = await createTestWorkspaceHost(place).list(ALL)
    const modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(total).toBe(2)
    expect(entries).toEqual([
      { name: 'src', path: 'src', type: 'directory', size: 0, modified },
      { name: 'a.ts', path: 'src/a.ts', type: 'file', size: 5, modified },
    ])
  })

  it('goes one level deep unless it is recursive, from any folder', async () => {
    await using place = createTemporaryWorkspace({ 'a/b/c.txt': '', 'a/d.txt': '' })
    expect(await pathsOf(place, { recursive: false })).toEqual(['a'])
    expect(await pathsOf(place, { recursive: false, path: 'a' })).toEqual(['a/b', 'a/d.txt'])
    expect(await pathsOf(place, { path: 'a/' })).toEqual(['a/b', 'a/b/c.txt', 'a/d.txt'])
  })

  it('shows names that are no text in words that no tool takes for another name', async () => {
    await using place = createTemporaryWorkspace({ [`${LATIN}/a.txt`]: '', [`${LATIN}/.env`]: '', [`${LOOKALIKE}/b.txt`]: '' })
    place.file(`${LATIN}/${LATIN}.txt`)
    const shown = ['caf\\xE9', 'caf\\xE9/a.txt', 'caf\\xE9/caf\\xE9.txt', LOOKALIKE, `${LOOKALIKE}/b.txt`]
    expect((await pathsOf(place)).sort()).toEqual(shown.sort())
    await expect(createTestWorkspaceHost(place).read('caf\\xE9/a.txt')).rejects.toMatchObject({ code: 'INVALID_PATH' })
  })

  it('is in the order of a tree', async () => {
    await using place = createTemporaryWorkspace({ 'b.txt': '', 'a/z.txt': '', 'a-b.txt': '', 'B.txt': '', 'ä.txt': '' })
    expect(await pathsOf(place)).toEqual(['B.txt', 'a', 'a/z.txt', 'a-b.txt', 'b.txt', 'ä.txt'])
  })

  it.each([
    ['*.ts', ['a.ts', 'src/b.ts', 'src/deep/c.ts']],
    ['src/*.ts', ['src/b.ts']],
    ['src/**', ['src', 'src/b.ts', 'src/deep', 'src/deep/c.ts']],
    ['**/c.*', ['src/deep/c.ts']],
    ['*.{md,ts}', ['a.ts', 'read.md', 'src/b.ts', 'src/deep/c.ts']],
    ['[ab].ts', ['a.ts', 'src/b.ts']],
    ['.*', ['.editorconfig', '.github']],
    ['.github/**', ['.github', '.github/ci.yml']],
    ['.github/*', ['.github/ci.yml']],
    ['nothing', []],
  ])('by the pattern %s', async (pattern, expected) => {
    await using place = createTemporaryWorkspace({
      'a.ts': '',
      'src/b.ts': '',
      'src/deep/c.ts': '',
      'read.md': '',
      '.editorconfig': '',
      '.github/ci.yml': '',
    })
    expect(await pathsOf(place, { pattern })).toEqual(expected)
  })

  it('counts the pattern from the listed folder, through a link too', async () => {
    await using place = createTemporaryWorkspace({ 'docs/deep/a.md': '' })
    place.link('link', 'docs')
    expect(await pathsOf(place, { path: 'docs', pattern: 'deep/*.md' })).toEqual(['docs/deep/a.md'])
    expect(await pathsOf(place, { path: 'link', pattern: 'deep/*.md' })).toEqual(['docs/deep/a.md'])
  })

  it('never shows sensitive files, the insides of git, or names that no tool takes', async () => {
    await using place = createTemporaryWorkspace({
      '.env': '',
      '.git/config': '',
      'server.key': '',
      'a\u202eb.txt': '',
      'c:d.txt': '',
      'ok.txt': '',
      '.gitignore': '',
    })
    expect(await pathsOf(place, { pattern: '{*,.*,.git/**}', ignored: true })).toEqual(['.gitignore', 'ok.txt'])
  })

  it('takes a link for what it leads to inside, does not go into it, and leaves out the others', async () => {
    await using place = createTemporaryWorkspace({ 'docs/a.md': 'hello', '../outside/secret.md': '', '.env': '' })
    place.link('file-link', 'docs/a.md')
    place.link('folder-link', 'docs')
    place.link('circle', '.')
    for (const [name, target] of [
      ['out', '../outside'],
      ['nowhere', 'nothing'],
      ['secret-link', '.env'],
    ] as const)
      place.link(name, target)
    place.pipe('pipe')
    const { entries } = await createTestWorkspaceHost(place).list(ALL)
    expect(entries.map(({ path, type }) => `${path} ${type}`)).toEqual([
      'circle directory',
      'docs directory',
      'docs/a.md file',
      'file-link file',
      'folder-link directory',
    ])
  })

  it('honours .gitignore at every level when it is recursive, unless ignored files are asked for', async () => {
    await using place = createTemporaryWorkspace({
      '.gitignore': 'node_modules/\n*.log\n!keep.log\n/dist\n',
      'node_modules/a/b.js': '',
      'x.log': '',
      'keep.log': '',
      'dist/a.js': '',
      'src/dist/a.js': '',
      'src/.gitignore': '*.tmp\n!*.log\n',
      'src/a.tmp': '',
      'src/y.log': '',
      'z.tmp': '',
    })
    expect(await pathsOf(place)).toEqual(['keep.log', 'src', 'src/dist', 'src/dist/a.js', 'src/y.log', 'z.tmp'])
    expect(await pathsOf(place, { path: 'src' })).toEqual(['src/dist', 'src/dist/a.js', 'src/y.log'])
    expect(await pathsOf(place, { ignored: true })).toContain('node_modules/a/b.js')
    expect(await pathsOf(place, { recursive: false })).toContain('node_modules')
  })

  it('marks what .gitignore names where that is asked for, in one folder and in all of them', async () => {
    await using place = createTemporaryWorkspace({
      '.gitignore': 'node_modules/\n*.log\n!keep.log\n',
      'node_modules/a/b.js': '',
      'x.log': '',
      'keep.log': '',
      'src/.gitignore': '*.tmp\n',
      'src/a.tmp': '',
      'src/b.ts': '',
    })
    const marked = async (request: Partial<ListRequest>) => {
      const { entries } = await createTestWorkspaceHost(place).list({ ...ALL, ignored: true, ...request })
      return entries.filter(({ ignored }) => ignored).map(({ path }) => path)
    }
    expect(await marked({ recursive: false })).toEqual(['node_modules', 'x.log'])
    expect(await marked({ recursive: false, path: 'src' })).toEqual(['src/a.tmp'])
    expect(await marked({ recursive: false, path: 'node_modules/a' })).toEqual(['node_modules/a/b.js'])
    expect(await marked({})).toEqual(['node_modules', 'node_modules/a', 'node_modules/a/b.js', 'src/a.tmp', 'x.log'])
    expect(await marked({ ignored: false, recursive: false })).toEqual([])
  })

  it('returns a thousand entries and the true number', async () => {
    await using place = createTemporaryWorkspace()
    for (let folder = 0; folder < 13; folder++) {
      mkdirSync(place.at(`f${folder}`))
      for (let file = 0; file < 100; file++) writeFileSync(place.at(`f${folder}/${file}.txt`), '')
    }
    const { entries, total } = await createTestWorkspaceHost(place).list(ALL)
    expect(entries).toHaveLength(1_000)
    expect(total).toBe(1_313)
  })

  it.each([
    ['..', 'PATH_OUTSIDE_WORKSPACE'],
    ['link', 'PATH_OUTSIDE_WORKSPACE'],
    ['.git', 'SENSITIVE_FILE'],
    ['git-link', 'SENSITIVE_FILE'],
    ['a.txt', 'INVALID_PATH'],
    ['missing', 'FILE_NOT_FOUND'],
  ])('refuses %s', async (path, code) => {
    await using place = createTemporaryWorkspace({ 'a.txt': '', '.git/config': '' })
    place.link('link', '..')
    place.link('git-link', '.git')
    await expect(pathsOf(place, { path })).rejects.toMatchObject({ code })
  })
})
