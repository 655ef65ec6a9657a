import { expect, it } from 'vitest'
import { findUnknownFiles } from './document-files.ts'

const FILES = ['packages/core/src/hosts/open.ts', 'packages/core/src/close.ts']

const unknownIn = (text: string) => findUnknownFiles(new Map([['a.md', text]]), FILES).map(({ name }) => name)

it('a name that ends the path of a file is known', () => {
  expect(unknownIn('`open.ts`, `hosts/open.ts`, `core/src/{close,hosts/open}.ts` and `hosts/*.ts`')).toEqual([])
})

it('a name of no file, or of another folder, is reported', () => {
  expect(unknownIn('`pen.ts`, `other/open.ts`, `core/src/{close,gone}.ts`')).toEqual(['pen.ts', 'other/open.ts', 'core/src/gone.ts'])
})
