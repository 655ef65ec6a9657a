import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { bytesOfName, nameFromBytes, pathFor, readFolder, shownName } from './names.ts'

const NAMES = ['plain', 'caf\u00e9', '\u{1f511}.txt', '\ufffd'].map((name) => Buffer.from(name))
const NO_TEXT = ['caf\xe9', '\xff\xfe', '\xc3', '\xed\xa0\x80', '\xf0\x9f\x94', 'a\xe9\u00c3\u00a9b', '\xed\xb3\xa9'].map((name) =>
  Buffer.from(name, 'latin1'),
)

describe('names', () => {
  it.each([...NAMES, ...NO_TEXT])('%s has a string of its own that leads back to it', (bytes) => {
    expect(bytesOfName(nameFromBytes(bytes))).toEqual(bytes)
  })

  it('that differ in bytes differ as strings', () => {
    const all = [...NAMES, ...NO_TEXT].map(nameFromBytes)
    expect(new Set(all).size).toBe(all.length)
  })

  it('are shown with the bytes that are no text', () => {
    expect(shownName(nameFromBytes(Buffer.from('caf\xe9/\xff', 'latin1')))).toBe('caf\\xE9/\\xFF')
    expect(shownName('caf\u00e9 \u{1f511}')).toBe('caf\u00e9 \u{1f511}')
  })

  it('are read from a folder as they are, beside one that looks the same', async () => {
    await using place = createTemporaryWorkspace({ 'caf\ufffd': 'other' })
    const name = nameFromBytes(Buffer.from('caf\xe9', 'latin1'))
    mkdirSync(pathFor(`${place.root}/${name}`))
    writeFileSync(pathFor(`${place.root}/${name}/inner`), '')
    const found = readFolder(place.root).map((entry) => [entry.name, entry.isDirectory()])
    expect(Object.fromEntries(found)).toEqual({ 'caf\ufffd': false, [name]: true })
    expect(readFolder(`${place.root}/${name}`).map((entry) => entry.name)).toEqual(['inner'])
  })
})
