import { expect, test } from 'vitest'
import { marksOf } from './git-marks.ts'
import { indexOfPath, listRows } from './list-rows.ts'
import { type Entry, type Folder, foldersAbove, inOrder, isWithin, parentOf } from './tree-state.ts'

const file = (path: string): Entry => ({ name: path.slice(path.lastIndexOf('/') + 1), path, type: 'file', size: 1 })
const folder = (path: string): Entry => ({ ...file(path), type: 'directory' })
const listed = (entries: Entry[], total = entries.length): Folder => ({ entries, total })

test('open folders are followed by what is in them, with its place among its siblings', () => {
  const folders = new Map([
    ['.', listed([folder('src'), file('a.md')])],
    ['src', listed([file('src/x.ts'), file('src/y.ts')])],
  ])
  const rows = listRows({ folders, expanded: new Set(['.', 'src']) })
  expect(rows.map((row) => (row.kind === 'entry' ? [row.entry.path, row.level, row.position, row.setSize] : row.note))).toEqual([
    ['src', 1, 1, 2],
    ['src/x.ts', 2, 1, 2],
    ['src/y.ts', 2, 2, 2],
    ['a.md', 1, 2, 2],
  ])
  expect(indexOfPath(rows, 'src/y.ts')).toBe(2)
  expect(listRows({ folders, expanded: new Set(['.']) })).toHaveLength(2)
})

test('a folder that is read, empty, refused or longer than its listing says so', () => {
  const folders = new Map<string, Folder>([
    ['.', listed([folder('a'), folder('b'), folder('c'), folder('d')])],
    ['b', listed([])],
    ['c', { ...listed([]), problem: 'SENSITIVE_FILE' }],
    ['d', listed([file('d/1')], 41)],
  ])
  const notes = listRows({ folders, expanded: new Set(['.', 'a', 'b', 'c', 'd']) }).filter((row) => row.kind === 'note')
  expect(notes.map(({ note, count }) => [note, count])).toEqual([
    ['loading', 0],
    ['empty', 0],
    ['refused', 0],
    ['more', 40],
  ])
})

test('folders come first, and numbers count as numbers', () => {
  expect(inOrder([file('10.md'), file('9.md'), file('B'), folder('z'), file('a')]).map(({ name }) => name)).toEqual([
    'z',
    '9.md',
    '10.md',
    'a',
    'B',
  ])
})

test('paths know what is above them', () => {
  expect(foldersAbove('a/b/c.ts')).toEqual(['a/b', 'a'])
  expect(parentOf('c.ts')).toBe('.')
  expect([isWithin('a/b', 'a'), isWithin('ab', 'a'), isWithin('x', '.')]).toEqual([true, false, true])
})

test('what git says of a file is marked on it, and on the folders above', () => {
  const { marks, changedFolders } = marksOf([
    { path: 'src/deep/x.ts', state: 'changed', staged: null, unstaged: 'modified' },
    { path: 'new/', state: 'untracked', staged: null, unstaged: null },
    { path: 'added.ts', state: 'changed', staged: 'added', unstaged: 'modified' },
    { path: 'both.ts', state: 'conflict', staged: null, unstaged: null },
  ])
  expect([...marks]).toEqual([
    ['src/deep/x.ts', 'modified'],
    ['new', 'untracked'],
    ['added.ts', 'added'],
    ['both.ts', 'conflict'],
  ])
  expect([...changedFolders]).toEqual(['src/deep', 'src'])
})
