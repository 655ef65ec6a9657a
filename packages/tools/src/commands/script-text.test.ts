import { digestOf } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { readScriptText } from './script-text.ts'

const reader =
  (files: Record<string, string>) =>
  async (path: string): Promise<Uint8Array | undefined> =>
    files[path] === undefined ? undefined : new TextEncoder().encode(files[path])
const manifest = (scripts: Record<string, unknown>) => JSON.stringify({ scripts })
const npm = (name: string, files: Record<string, string>, folder = '.') => readScriptText({ kind: 'package', name, folder }, reader(files))

describe('the text of a script of package.json', () => {
  test('comes with what runs before and after it, and with the scripts that it names', async () => {
    const scripts = { pretest: 'npm run build', test: 'vitest run', build: 'tsc', lint: 'eslint .', posttest: 'echo done' }
    const found = await npm('test', { 'package.json': manifest(scripts) })
    expect(found).toMatchObject({ path: 'package.json', words: 'script test' })
    expect(found.text?.split('\n')).toEqual(['pretest: npm run build', 'test: vitest run', 'posttest: echo done', 'build: tsc'])
    expect((await npm('test', { 'package.json': manifest({ ...scripts, lint: 'other' }) })).digest).toBe(found.digest)
    for (const name of ['pretest', 'test', 'build', 'posttest'])
      expect((await npm('test', { 'package.json': manifest({ ...scripts, [name]: 'other' }) })).digest, name).not.toBe(found.digest)
  })

  test('is that of the nearest package.json', async () => {
    const files = { 'package.json': manifest({ test: 'root' }), 'a/package.json': manifest({ test: 'inner' }) }
    expect(await npm('test', files, 'a/b')).toMatchObject({ path: 'a/package.json', text: 'test: inner' })
    expect(await npm('test', files, 'c')).toMatchObject({ path: 'package.json', text: 'test: root' })
  })

  test.each([
    ['no file', {}, null],
    ['no such script', { 'package.json': manifest({ other: 'x' }) }, null],
    ['no scripts', { 'package.json': '{}' }, null],
    ['null', { 'package.json': 'null' }, null],
    ['no JSON', { 'package.json': '{' }, digestOf('{')],
  ])('is null with %s', async (_, files, digest) => {
    expect(await npm('test', files as Record<string, string>)).toMatchObject({ text: null, digest })
  })

  test('ends where scripts name each other', async () => {
    const files = { 'package.json': manifest({ a: 'npm run b', b: 'npm run a' }) }
    expect((await npm('a', files)).text).toBe('a: npm run b\nb: npm run a')
  })
})

describe('the text of a target of make', () => {
  const MAKEFILE = 'X := 1\n.PHONY: all\nall: one two\n\techo all\n\techo more\n\ntest lint: all\n\techo $@\n'
  const make = (name: string, files: Record<string, string>) => readScriptText({ kind: 'make', name, folder: '.' }, reader(files))

  test('is its lines, bound to the whole file', async () => {
    const digest = digestOf(MAKEFILE)
    expect(await make('lint', { Makefile: MAKEFILE })).toEqual({
      words: 'make lint',
      path: 'Makefile',
      text: 'test lint: all\n\techo $@',
      digest,
    })
    expect(await make('', { Makefile: MAKEFILE })).toMatchObject({ words: 'make', text: 'all: one two\n\techo all\n\techo more' })
    expect(await make('gone', { Makefile: MAKEFILE })).toMatchObject({ text: null, digest })
  })

  test('is of the file that make takes first', async () => {
    expect(await make('all', { Makefile: MAKEFILE, GNUmakefile: 'all:\n\tfirst' })).toMatchObject({ path: 'GNUmakefile' })
    expect(await make('all', {})).toMatchObject({ path: 'Makefile', text: null, digest: null })
  })
})
