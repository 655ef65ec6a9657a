import * as fs from 'node:fs'
import type { EditorPlace } from '@countersign/tools'
import { describe, expect, it, vi } from 'vitest'
import { createTestEditorHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { Editor, FoundPlace } from '../../ports/editor.ts'

const { signal } = new AbortController()

const SILENT: Editor = {
  diagnostics: async () => [],
  symbols: async () => [],
  definition: async () => [],
  references: async () => [],
}

const at = (file: string, line = 1): FoundPlace => ({ file, line, column: 1, endLine: line, endColumn: 2 })

/** The references that an editor gives, as a tool sees them. */
async function seen(place: TemporaryWorkspace, found: readonly FoundPlace[], hidden: readonly string[] = []) {
  const editor = { ...SILENT, references: async () => found }
  const host = createTestEditorHost({ root: place.root, editor, signal, places: { hidden, check: () => undefined } })
  return (await host.references({ path: 'a.ts', line: 1, column: 1 })).entries
}

const shown = (places: readonly EditorPlace[]) => places.map(({ text, ...place }) => ('path' in place ? place.path : place.outside))

describe('what the editor names', () => {
  it('is given with its line where it lies in the workspace', async () => {
    await using place = createTemporaryWorkspace({ 'a.ts': 'one\n  two\r\nthree' })
    const [first, second] = await seen(place, [at(place.at('a.ts'), 2), at(place.at('a.ts'), 9)])
    expect(first).toEqual({ path: 'a.ts', line: 2, column: 1, endLine: 2, endColumn: 2, text: '  two' })
    expect(second).not.toHaveProperty('text')
  })

  it('is only named where it lies outside or is no file', async () => {
    await using place = createTemporaryWorkspace({ 'a.ts': 'one\n', '../library/lib.d.ts': 'secret words\n' })
    const places = await seen(place, [at(place.at('../library/lib.d.ts')), at('untitled:Untitled-1')])
    expect(shown(places)).toEqual(['lib.d.ts', 'untitled:Untitled-1'])
    expect(JSON.stringify(places)).not.toContain('secret words')
    expect(JSON.stringify(places)).not.toContain('library/')
  })

  it('is left out where it is sensitive, under either name, wherever it lies', async () => {
    await using place = createTemporaryWorkspace({ 'a.ts': 'one\n', '.env': 'TOKEN=1\n', '../library/id_rsa': 'key\n' })
    fs.symlinkSync('.env', place.at('plain.md'))
    fs.symlinkSync('a.ts', place.at('secrets.json'))
    const files = ['.env', 'plain.md', 'secrets.json', '../library/id_rsa', 'missing.ts', 'a.ts']
    const places = await seen(
      place,
      files.map((file) => at(place.at(file))),
    )
    expect(shown(places)).toEqual(['a.ts'])
  })

  it('is left out where a rule hides it', async () => {
    await using place = createTemporaryWorkspace({ 'a.ts': 'one\n', 'private/b.ts': 'two\n' })
    expect(shown(await seen(place, [at(place.at('private/b.ts')), at(place.at('a.ts'))], ['private/**']))).toEqual(['a.ts'])
  })

  it('is limited in number, and the rest is counted', async () => {
    await using place = createTemporaryWorkspace({ 'a.ts': 'one\n' })
    const editor = { ...SILENT, references: async () => Array.from({ length: 1_200 }, () => at(place.at('a.ts'))) }
    const found = await createTestEditorHost({ root: place.root, editor, signal }).references({ path: 'a.ts', line: 1, column: 1 })
    expect([found.entries.length, found.total]).toEqual([1_000, 1_200])
  })
})

describe('problems', () => {
  const problem = (file: string, severity: 'error' | 'hint', message: string) => ({ ...at(file), severity, message, source: 'tsc' })

  it('come with the worst first, of a folder or of everything', async () => {
    await using place = createTemporaryWorkspace({ 'a.ts': '', 'src/b.ts': '', '../out.ts': '' })
    const editor = {
      ...SILENT,
      diagnostics: async () => [
        problem(place.at('a.ts'), 'hint', 'unused'),
        problem(place.at('src/b.ts'), 'error', 'wrong'),
        problem(place.at('../out.ts'), 'error', 'not for you'),
      ],
    }
    const host = createTestEditorHost({ root: place.root, editor, signal })
    const all = await host.diagnostics(undefined)
    expect(all.entries.map((entry) => ('path' in entry ? entry.path : entry.outside))).toEqual(['out.ts', 'src/b.ts', 'a.ts'])
    expect(JSON.stringify(all)).not.toContain('not for you')
    expect((await host.diagnostics('src')).entries).toMatchObject([{ path: 'src/b.ts', message: 'wrong', source: 'tsc' }])
  })
})

it.each([
  ['.env', 'SENSITIVE_FILE'],
  ['link-out', 'PATH_OUTSIDE_WORKSPACE'],
  ['link-in', 'SENSITIVE_FILE'],
  ['folder', 'INVALID_PATH'],
  ['missing', 'FILE_NOT_FOUND'],
])('the editor is not asked about %s', async (path, code) => {
  await using place = createTemporaryWorkspace({ '.env': 'TOKEN=1\n', '../out.ts': '', 'folder/a.ts': '' })
  fs.symlinkSync(place.at('../out.ts'), place.at('link-out'))
  fs.symlinkSync('.env', place.at('link-in'))
  const symbols = vi.fn(SILENT.symbols)
  await expect(createTestEditorHost({ root: place.root, editor: { ...SILENT, symbols }, signal }).symbols(path)).rejects.toMatchObject({
    code,
  })
  expect(symbols).not.toHaveBeenCalled()
})

it('the editor is asked by the real name', async () => {
  await using place = createTemporaryWorkspace({ 'real/a.ts': '' })
  fs.symlinkSync('real', place.at('other'))
  const symbols = vi.fn(SILENT.symbols)
  await createTestEditorHost({ root: place.root, editor: { ...SILENT, symbols }, signal }).symbols('other/a.ts')
  expect(symbols).toHaveBeenCalledWith('real/a.ts', expect.anything())
})

it('an editor that does not answer ends with the call, or when its time is up', async () => {
  await using place = createTemporaryWorkspace({ 'a.ts': '' })
  const editor: Editor = { ...SILENT, symbols: () => new Promise(() => undefined) }
  const stopped = new AbortController()
  const asked = createTestEditorHost({ root: place.root, editor, signal: stopped.signal }).symbols('a.ts')
  stopped.abort()
  await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
  vi.useFakeTimers()
  try {
    const late = createTestEditorHost({ root: place.root, editor, signal }).symbols('a.ts')
    const refused = expect(late).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('within 5 s') })
    await vi.advanceTimersByTimeAsync(5_000)
    await refused
  } finally {
    vi.useRealTimers()
  }
})
