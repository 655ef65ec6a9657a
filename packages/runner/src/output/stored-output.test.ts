import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStoredOutput } from './stored-output.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-output-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const small = { storedBytes: 40, partBytes: 10, readBytes: 1_000 }

test('what was printed is read from any offset, also after a new start', () => {
  const output = openStoredOutput(folder)
  expect(output.end()).toBe(0)
  output.append('one\n')
  expect(output.end()).toBe(4)
  output.append('two\n')
  expect(output.read(0)).toEqual({ output: 'one\ntwo\n', next: 8, dropped: 0 })
  expect(output.read(4)).toEqual({ output: 'two\n', next: 8, dropped: 0 })
  const again = openStoredOutput(folder)
  expect(again.read(8)).toEqual({ output: '', next: 8, dropped: 0 })
  expect(again.end()).toBe(8)
  again.append('three\n')
  expect(again.read(6)).toEqual({ output: 'o\nthree\n', next: 14, dropped: 0 })
})

test('an offset beyond the end is the end', () => {
  const output = openStoredOutput(folder)
  output.append('one\n')
  expect(output.read(1_000)).toEqual({ output: '', next: 4, dropped: 0 })
})

test('nothing was printed yet', () => {
  expect(openStoredOutput(join(folder, 'none')).read(0)).toEqual({ output: '', next: 0, dropped: 0 })
})

test('the oldest part is dropped, and whoever asks for it is told how much is missing', () => {
  const output = openStoredOutput(folder, small)
  for (let line = 0; line < 100; line++) output.append(`${String(line).padStart(3, '0')}\n`)
  const { output: text, next, dropped } = output.read(0)
  expect(next).toBe(400)
  expect(text).toMatch(/^0\d\d\n[\s\S]*099\n$/)
  expect(text.length + dropped).toBe(400)
  expect(text.length).toBeLessThanOrEqual(40)
  expect(readdirSync(folder).length).toBeLessThanOrEqual(5)
  expect(output.read(396)).toEqual({ output: '099\n', next: 400, dropped: 0 })
})

test('a long output comes in parts that join, never with half a character', () => {
  const output = openStoredOutput(folder, { storedBytes: 10_000, partBytes: 100, readBytes: 50 })
  const text = 'ä€🙂x'.repeat(200)
  for (const character of text) output.append(character)
  let [read, at] = ['', 0]
  for (let part = output.read(0); part.next > at; part = output.read(at)) {
    expect(part.output.isWellFormed()).toBe(true)
    expect(part.output).not.toContain('\ufffd')
    read += part.output
    at = part.next
  }
  expect(read).toBe(text)
})

test('an offset inside of a character begins with the next one', () => {
  const output = openStoredOutput(folder)
  output.append('🙂x')
  for (const after of [1, 2, 3]) expect(output.read(after)).toEqual({ output: 'x', next: 5, dropped: 0 })
})
