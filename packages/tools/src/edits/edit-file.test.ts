// edit_file on texts; the contract test runs its examples on a real disk.
import { describe, expect, test } from 'vitest'
import { createMemoryWorkspace } from '../../test/memory-workspace.ts'
import { judgeCall } from '../call/read-call.ts'
import { editFile } from './edit-file.ts'

const { signal } = new AbortController()
const GUARD = { isolation: 'none', policy: { rules: [], extraCommands: new Map() } } as const

interface Edit {
  readonly old_text: string
  readonly new_text: string
  readonly replace_all?: boolean
}

async function edit(text: string, { replace_all = false, ...texts }: Edit) {
  const workspace = createMemoryWorkspace({ 'a.md': text })
  const result = await editFile.run({ path: 'a.md', replace_all, ...texts }, { workspace, signal })
  return { text: workspace.texts()['a.md'], result }
}

async function refusal(text: string, old_text: string, replace_all = false) {
  const failed = await edit(text, { old_text, new_text: 'NEW', replace_all }).catch((error: unknown) => error)
  return failed as { code: string; message: string; details: Record<string, unknown> }
}

describe('an exact text', () => {
  test('is replaced where it stands, once', async () => {
    const { text, result } = await edit('one\ntwo\nthree\n', { old_text: 'two', new_text: '2' })
    expect(text).toBe('one\n2\nthree\n')
    expect(result).toEqual({ success: true, path: 'a.md', replacements: 1, size: 12 })
  })

  test('is replaced everywhere where that was asked for, without looking at what was put there', async () => {
    const { text, result } = await edit('a a a', { old_text: 'a', new_text: 'aa', replace_all: true })
    expect(text).toBe('aa aa aa')
    expect(result.replacements).toBe(3)
  })

  test('leaves byte order mark, CRLF and a missing last newline as they are', async () => {
    expect((await edit('\ufeffone\r\ntwo\r\nthree', { old_text: 'one\r\ntwo', new_text: 'ONE\r\n2' })).text).toBe('\ufeffONE\r\n2\r\nthree')
    expect((await edit('one\r\ntwo', { old_text: 'two', new_text: 'three' })).text).toBe('one\r\nthree')
  })

  test('means itself, never a pattern', async () => {
    expect((await edit('a.c $& abc', { old_text: 'a.c', new_text: '$&$1' })).text).toBe('$&$1 $& abc')
  })

  test('may be deleted, and the file left empty', async () => {
    expect((await edit('gone\n', { old_text: 'gone\n', new_text: '' })).text).toBe('')
  })
})

describe('a text that is in several places', () => {
  test('is refused with their line numbers', async () => {
    expect(await refusal('x\nsame\ny\nsame same\n', 'same')).toMatchObject({
      code: 'PATCH_APPLY_FAILED',
      message:
        'Patch does not apply: a.md: old_text is in 3 places, at lines 2, 4, 4. Add lines around it until it occurs once, or set replace_all.',
      details: { path: 'a.md', places: 3, lines: [2, 4, 4] },
    })
  })

  test('counts as several where the places overlap', async () => {
    expect((await refusal('aaa', 'aa')).details).toMatchObject({ places: 2, lines: [1, 1] })
  })

  test('names the first lines of very many', async () => {
    const { message, details } = await refusal('x\n'.repeat(5000), 'x')
    expect(details).toMatchObject({ places: 5000, lines: Array.from({ length: 20 }, (_, nth) => nth + 1) })
    expect(message).toContain('in 5000 places, the first at lines 1, 2, 3')
  })
})

describe('a text that is not there is refused with the nearest place and what differs', () => {
  const FILE = 'function greet(name) {\n\tif (!name) return\n\treturn greeting(name)\n}\n'
  test.each([
    ['indentation', FILE, '  if (!name) return\n  return', ['indentation'], 2],
    ['line endings', 'one\r\ntwo\r\nthree\r\n', 'one\ntwo\n', ['line_endings'], 1],
    ['blanks at the end of a line', 'one  \ntwo\n', 'one\ntwo', ['trailing_whitespace'], 1],
    ['blanks within a line', 'a\nx =  1\n', 'x = 1', ['whitespace'], 2],
    ['quotes', 'a\nsay(‘hi’)\n', "say('hi')", ['quotes'], 2],
    ['capital letters', 'a\nReadMe\n', 'README', ['letter_case'], 2],
    ['several at once', 'a\n\tsay("hi")  \n\tend\n', "say('hi')\n  end", ['trailing_whitespace', 'indentation', 'quotes'], 2],
    ['the text, with most lines the same', 'a\nb\nc\nd\n', 'b\nX\nd', ['text'], 2],
    ['the text, with most words the same', 'a\nconst total = sum(prices, taxes)\n', 'const total = sum(prices, tax)', ['text'], 2],
  ])('%s', async (_, text, old, differs, line) => {
    expect(await refusal(text, old)).toMatchObject({ code: 'PATCH_APPLY_FAILED', details: { path: 'a.md', differs, line } })
  })

  test('in words', async () => {
    expect((await refusal(FILE, '  if (!name) return')).message).toBe(
      'Patch does not apply: a.md: old_text is not in the file. The nearest place is line 2: "⟨U+0009⟩if (!name) return". It differs only in indentation: read the lines again and copy them exactly.',
    )
    expect((await refusal('a\nb\nc\n', 'b\nd')).message).toMatch(/The nearest place is line 2: "b"\. Line 3 should be "d", but is "c"\.$/)
    expect((await refusal('', 'b')).message).toMatch(/not in the file\. The file is empty\.$/)
    expect((await refusal('entirely other\n', 'b')).message).toMatch(/old_text is not in the file\.$/)
  })

  test('also where every occurrence was asked for', async () => {
    expect((await refusal('a\n', 'A', true)).details).toMatchObject({ differs: ['letter_case'] })
  })

  test('in few words and little time, however long both are', async () => {
    const long = `${'x'.repeat(200)}\n`.repeat(10_000)
    const { message, details } = await refusal(long, `${`${'x'.repeat(200)}\n`.repeat(100)}y`)
    expect(message.length).toBeLessThan(1000)
    expect(JSON.stringify(details).length).toBeLessThan(20_000)
  })
})

test('bytes that are not text are refused', async () => {
  const workspace = { ...createMemoryWorkspace({}), readIfPresent: async () => ({ bytes: Uint8Array.of(255), size: 1 }) }
  const preview = editFile.preview?.({ path: 'a.md', old_text: 'a', new_text: 'b', replace_all: false }, { workspace, signal })
  await expect(preview).rejects.toMatchObject({ code: 'ENCODING_ERROR' })
})

test('the preview is the diff of what would be written', async () => {
  const workspace = createMemoryWorkspace({ 'a.md': 'one\ntwo' })
  const preview = await editFile.preview?.({ path: 'a.md', old_text: 'two', new_text: '2', replace_all: false }, { workspace, signal })
  expect(preview).toMatchObject({
    kind: 'diff',
    files: [{ path: 'a.md', change: 'modify', diff: expect.stringContaining('-two\n\\ No newline at end of file\n+2\n') }],
  })
})

test.each([
  ['an empty text', { old_text: '', new_text: 'a' }, /old_text: it is empty/],
  ['the same text', { old_text: 'a', new_text: 'a' }, /nothing would change/],
  ['an unknown parameter', { old_text: 'a', new_text: 'b', all: true }, /all/],
])('%s is refused before anybody is asked', (_, texts, words) => {
  const judged = judgeCall('edit_file', { path: 'a.md', ...texts }, GUARD)
  expect('refusal' in judged && judged.refusal).toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringMatching(words) })
})
