import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createTemporaryWorkspace, LATIN, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { createFolderWatches } from './folder-watches.ts'

interface Watching extends Disposable {
  readonly told: Set<string>
  readonly limits: string[]
  readonly size: () => number
}

async function watching(place: TemporaryWorkspace, maxFolders = 1_000): Promise<Watching> {
  const told = new Set<string>()
  const limits: string[] = []
  const watches = createFolderWatches({
    root: place.root,
    maxFolders,
    onChange: (path) => void told.add(path),
    onLimit: (reason) => limits.push(reason),
    onDefect: (error) => {
      throw error
    },
  })
  await watches.start()
  return { told, limits, size: () => watches.size, [Symbol.dispose]: () => watches[Symbol.dispose]() }
}

const sees = (watch: Watching, path: string) => expect.poll(() => [...watch.told], { timeout: 30_000 }).toContain(path)

/** Writes until it is told: a folder that has just come may be watched a moment later. */
const seesWriting = (watch: Watching, place: TemporaryWorkspace, path: string) =>
  expect
    .poll(
      () => {
        writeFileSync(place.at(path), 'x')
        return [...watch.told]
      },
      { timeout: 30_000 },
    )
    .toContain(path)

/** A change that is surely told, behind whatever was not: events of one folder come in order. */
async function settled(place: TemporaryWorkspace, watch: Watching): Promise<string[]> {
  writeFileSync(place.at('last.txt'), 'x')
  await sees(watch, 'last.txt')
  return [...watch.told].filter((path) => path !== 'last.txt').sort()
}

describe('a watched workspace tells', () => {
  test('of files that are made, changed, moved and removed at any depth', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '', 'src/deep/b.ts': '' })
    using watch = await watching(place)
    writeFileSync(place.at('src/deep/b.ts'), 'changed')
    await sees(watch, 'src/deep/b.ts')
    writeFileSync(place.at('src/new.ts'), '')
    await sees(watch, 'src/new.ts')
    renameSync(place.at('src/new.ts'), place.at('src/deep/moved.ts'))
    await sees(watch, 'src/deep/moved.ts')
    rmSync(place.at('a.txt'))
    await sees(watch, 'a.txt')
  })

  test('of what happens in folders that came later, and in the one that took the name of another', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    using watch = await watching(place)
    mkdirSync(place.at('made/inner'), { recursive: true })
    await expect.poll(watch.size, { timeout: 30_000 }).toBe(4)
    await seesWriting(watch, place, 'made/inner/x.ts')
    renameSync(place.at('src'), place.at('old'))
    renameSync(place.at('made'), place.at('src'))
    await sees(watch, 'src/inner')
    await seesWriting(watch, place, 'src/inner/y.ts')
  })

  test('nothing of secrets, of its own temporary files, of ignored folders and of what goes on in ignored files', async () => {
    await using place = createTemporaryWorkspace({
      '.gitignore': 'dist/\n*.log\n',
      'x.log': '',
      'dist/a.js': '',
      'node_modules/a/b.js': '',
    })
    using watch = await watching(place)
    writeFileSync(place.at('.env'), 'A=1')
    writeFileSync(place.at('.countersign-0123456789abcdef.tmp'), '')
    writeFileSync(place.at('x.log'), 'more')
    writeFileSync(place.at('dist/a.js'), 'more')
    writeFileSync(place.at('node_modules/a/b.js'), 'more')
    writeFileSync(place.at('a\u202eb.txt'), '')
    expect(await settled(place, watch)).toEqual([])
    writeFileSync(place.at('new.log'), '')
    await sees(watch, 'new.log')
  })

  test('of folders that are no longer ignored', async () => {
    await using place = createTemporaryWorkspace({ '.gitignore': 'dist/\n', 'dist/a.js': '' })
    using watch = await watching(place)
    writeFileSync(place.at('.gitignore'), '')
    await seesWriting(watch, place, 'dist/a.js')
  })

  test('of the folder where a name is no text', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    using watch = await watching(place)
    place.file(`src/${LATIN}.ts`)
    await sees(watch, 'src')
    expect(await settled(place, watch)).toEqual(['src'])
  })

  test('of git as a whole: a commit is one name, and its locks are none', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'a' })
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: place.root })
    git('init', '-q')
    using watch = await watching(place)
    git('add', 'a.txt')
    git('commit', '-q', '-m', 'one')
    await sees(watch, '.git')
    expect(await settled(place, watch)).toEqual(['.git'])
  })
})

test('a link is not followed: what happens behind it is not told', async () => {
  await using place = createTemporaryWorkspace({ '../outside/a.txt': '' })
  symlinkSync('../outside', place.at('link'))
  using watch = await watching(place)
  expect(watch.size()).toBe(1)
  writeFileSync(place.at('../outside/a.txt'), 'more')
  expect(await settled(place, watch)).toEqual([])
})

test('folders beyond the limit are not watched, which is said once', async () => {
  await using place = createTemporaryWorkspace({ 'a/x': '', 'b/x': '', 'c/x': '' })
  using watch = await watching(place, 2)
  expect(watch.size()).toBe(2)
  expect(watch.limits).toEqual(['more than 2 folders'])
})
