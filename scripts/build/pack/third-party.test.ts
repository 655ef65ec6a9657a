import { expect, test } from 'vitest'
import { describeParts, partsOf, readPart } from './third-party.ts'

const part = (name: string, identifier: string | null, text: string | null = 'Do what you like.') => ({
  name,
  version: '1.0.0',
  identifier,
  text,
})

test('every package is listed once, by name, with the text of its licence', () => {
  const described = describeParts([part('b', 'MIT'), part('a', 'ISC', null), part('b', 'MIT')])
  expect(described).toContain('these 2 packages')
  expect(described.match(/^\w 1[.]0[.]0: \w+$/gm)).toEqual(['a 1.0.0: ISC', 'b 1.0.0: MIT'])
  expect(described).toContain('Do what you like.')
  expect(described).toContain('comes without its text')
})

test('a licence that does not go with ours stops the build', () => {
  expect(() => describeParts([part('a', 'MIT'), part('b', 'GPL-3.0-only'), part('c', null)])).toThrow(
    'b 1.0.0: GPL-3.0-only; c 1.0.0: no licence',
  )
})

test('what a bundle took in is found from its files', async () => {
  const inputs = { 'packages/core/src/engine.ts': { bytesInOutput: 1 }, 'node_modules/zod/v4/core/index.js': { bytesInOutput: 1 } }
  const output = { bytes: 2, inputs, imports: [], exports: [] }
  const parts = await partsOf({ inputs: {}, outputs: { 'a.js': output, 'b.js': output } })
  expect(parts).toEqual([await readPart('node_modules/zod')])
  expect(parts[0]).toMatchObject({ name: 'zod', identifier: 'MIT', text: expect.stringContaining('Permission is hereby granted') })
})
