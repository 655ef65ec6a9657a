import { expect, test } from 'vitest'
import { readForm, writeForm } from './text-form.ts'

test.each([
  ['plain lines', 'a\nb\n', { hasMark: false, ends: 'LF' }, 'a\nb\n'],
  ['no last newline', 'a', { hasMark: false, ends: 'LF' }, 'a'],
  ['lines of Windows', 'a\r\nb\r\n', { hasMark: false, ends: 'CRLF' }, 'a\nb\n'],
  ['a byte order mark', '\uFEFFa\n', { hasMark: true, ends: 'LF' }, 'a\n'],
  ['mixed ends', 'a\r\nb\nc', { hasMark: false, ends: 'mixed' }, 'a\r\nb\nc'],
  ['a lone carriage return', 'a\rb', { hasMark: false, ends: 'mixed' }, 'a\rb'],
])('%s come back as they were', (_, content, form, text) => {
  expect(readForm(content)).toEqual({ form, text })
  expect(writeForm(text, readForm(content).form)).toBe(content)
})
