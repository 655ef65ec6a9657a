// What is read from an index is what git itself lists, in every form that git writes; and what git could read otherwise is not read.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gitIn, initRepository } from '../../test/hosts/git-repository.ts'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { dropGitlinks, gitlinksOf } from './gitlinks.ts'
import { isGitlink, readIndex } from './read-index.ts'

const FILES = { 'a.txt': 'a', 'folder/b.txt': 'b', 'folder/caf\u00e9': 'c', [`long/${'x'.repeat(200)}/${'y'.repeat(200)}`]: 'd' }

function openIndex(format: 'sha1' | 'sha256' = 'sha1') {
  const place = createTemporaryWorkspace(FILES)
  gitIn(place.root)('init', '--quiet', `--object-format=${format}`, '--initial-branch=main')
  const git = initRepository(place.root)
  const id = 'a'.repeat(format === 'sha1' ? 40 : 64)
  const addLink = (name: string) => git('update-index', '--add', '--cacheinfo', `160000,${id},${name}`)
  const path = place.at('.git/index')
  return { place, git, addLink, path, folder: place.at('.git'), [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

describe.each([
  ['sha1', 20, 2],
  ['sha1', 20, 4],
  ['sha256', 32, 2],
  ['sha256', 32, 4],
] as const)('an index of %s (%i bytes), version %i', (format, hashBytes, version) => {
  it('is read as git reads it, and written without its links', async () => {
    await using index = openIndex(format)
    const { git, addLink, path, folder } = index
    for (const name of ['sub', 'folder/sub', 'z']) addLink(name)
    git('update-index', '--index-version', String(version))
    const listed = () => git('-c', 'core.quotePath=false', 'ls-files', '--stage').split('\n')
    const before = listed()
    const read = readIndex(readFileSync(path), hashBytes)
    expect(read?.entries.map(({ name }) => Buffer.from(name, 'latin1').toString())).toEqual(before.map((line) => line.split('\t')[1]))
    expect(gitlinksOf(folder, hashBytes)).toEqual(['folder/sub', 'sub', 'z'])
    expect(dropGitlinks(folder, hashBytes, ['folder/sub', 'z'])).toBe(true)
    expect(listed()).toEqual(before.filter((line) => !/folder\/sub$|z$/.test(line)))
    expect(gitlinksOf(folder, hashBytes)).toEqual(['sub'])
    expect(git('fsck')).toBe('')
  })
})

it('an index in two parts is read in both', async () => {
  await using index = openIndex()
  index.addLink('sub')
  index.git('update-index', '--split-index')
  const shared = index.git('rev-parse', '--shared-index-path').split('/').at(-1) as string
  expect(gitlinksOf(index.folder, 20, [shared])).toContain('sub')
  expect(dropGitlinks(index.folder, 20, ['sub'])).toBe(false)
})

it('a table that leads git to other entries makes an index unreadable', async () => {
  await using index = openIndex()
  const bytes = readFileSync(index.path)
  const end = bytes.length - 20
  const table = Buffer.alloc(8 + 12)
  table.write('IEOT', 'latin1')
  table.writeUInt32BE(12, 4)
  table.writeUInt32BE(1, 8)
  table.writeUInt32BE(40, 12)
  table.writeUInt32BE(4, 16)
  writeFileSync(index.path, Buffer.concat([bytes.subarray(0, end), table, bytes.subarray(end)]))
  expect(readIndex(readFileSync(index.path), 20)).toBeUndefined()
})

it('an index that is cut off, or none, is unreadable and harmless to read', async () => {
  await using index = openIndex()
  index.addLink('sub')
  const bytes = readFileSync(index.path)
  for (let length = 0; length < bytes.length - 20; length += 3) {
    const read = readIndex(bytes.subarray(0, length), 20)
    expect(read === undefined || read.entries.every((entry) => !isGitlink(entry) || entry.name === 'sub')).toBe(true)
  }
  expect(readIndex(Buffer.from('no index at all, but long enough for a header'), 20)).toBeUndefined()
})
