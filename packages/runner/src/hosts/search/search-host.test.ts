// The same searches with ripgrep and without it: every answer must be the same.

import { truncateSync } from 'node:fs'
import { LIMITS } from '@countersign/protocol'
import { compileQuery, type SearchRequest, type SearchResult } from '@countersign/tools'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, LATIN, LOOKALIKE, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { findRipgrep } from './ripgrep.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await detectTestSandbox()
})

interface Asked extends Partial<Omit<SearchRequest, 'query'>> {
  readonly query: string
  readonly regex?: boolean
  readonly caseSensitive?: boolean
}

async function search(
  place: TemporaryWorkspace,
  { query, regex = false, caseSensitive = false, ...request }: Asked,
): Promise<SearchResult> {
  const { signal } = new AbortController()
  const whole = { path: '.', pattern: '*', contextLines: 0, signal, ...request, query: compileQuery({ query, regex, caseSensitive }) }
  const ours = await createTestWorkspaceHost(place).search(whole)
  expect(await createTestWorkspaceHost({ root: place.root, sandbox }).search(whole)).toEqual(ours)
  return ours
}

const linesOf = async (place: TemporaryWorkspace, asked: Asked): Promise<string[]> =>
  (await search(place, asked)).matches.map(({ path, line, column }) => `${path}:${line}:${column}`)

it('ripgrep and a sandbox for it are here, so that both ways are tested', () => {
  expect(findRipgrep()).toBeDefined()
  expect(sandbox.isolation).toBe('sandbox')
})

describe('a search', () => {
  it('tells place, line and what stands around it', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': 'one\ntwo\nthe ä Needle here\nfour\nfive' })
    expect(await search(place, { query: 'needle', contextLines: 1 })).toEqual({
      matches: [{ path: 'src/a.ts', line: 3, column: 7, text: 'the ä Needle here', before: ['two'], after: ['four'] }],
      total: 1,
    })
  })

  it('finds in folders and files whose names are no text what stands there, and no secret', async () => {
    await using place = createTemporaryWorkspace({ [`${LOOKALIKE}/a.txt`]: 'other' })
    for (const name of ['a.txt', `${LATIN}.txt`, '.env', '.kube/config']) place.file(`${LATIN}/${name}`, 'needle')
    expect((await linesOf(place, { query: 'needle' })).sort()).toEqual(['caf\\xE9/a.txt:1:1', 'caf\\xE9/caf\\xE9.txt:1:1'])
    expect((await linesOf(place, { query: 'needle', pattern: '**/.*/**' })).sort()).toEqual([])
  })

  it('refuses in words a pattern that is too much for the engine', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'aaa\n' })
    const query = Array.from({ length: 48 }).reduce<string>((inner) => `(${inner}){3}`, 'a?')
    await expect(search(place, { query, regex: true })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('the pattern is too large'),
    })
  })

  it('is in the order of a listing, then of lines, one match for each line', async () => {
    await using place = createTemporaryWorkspace({ 'b.txt': 'x x\nx', 'a/z.txt': 'x', 'a-b.txt': 'x', 'B.txt': 'x', 'ä.txt': 'x' })
    expect(await linesOf(place, { query: 'x' })).toEqual(['B.txt:1:1', 'a/z.txt:1:1', 'a-b.txt:1:1', 'b.txt:1:1', 'b.txt:2:1', 'ä.txt:1:1'])
  })

  it.each([
    [{ query: 'needle' }, ['a.txt:1:1', 'a.txt:2:1']],
    [{ query: 'needle', caseSensitive: true }, ['a.txt:2:1']],
    [{ query: 'n.e' }, []],
    [{ query: 'n.e', regex: true }, ['a.txt:1:1', 'a.txt:2:1']],
    [{ query: '^N\\w+$', regex: true, caseSensitive: true }, ['a.txt:1:1']],
    [{ query: '[^a-zа-я ]{2}$', regex: true, caseSensitive: true }, ['a.txt:4:3']],
    [{ query: 'ПРИВЕТ' }, ['a.txt:3:1']],
    [{ query: '\\bend|^приве', regex: true }, ['a.txt:3:1', 'a.txt:5:1']],
    [{ query: '-e' }, ['a.txt:6:1']],
    [{ query: '\'"$(x)' }, ['a.txt:7:1']],
    [{ query: '^$', regex: true }, ['a.txt:8:1']],
    [{ query: '\\w\\W\\w$', regex: true }, ['a.txt:9:1']],
    [{ query: 'K', caseSensitive: false }, ['a.txt:10:1', 'b.txt:1:1']],
    [{ query: '\u212a' }, ['a.txt:10:1', 'b.txt:1:1']],
  ] as const)('%j', async (asked, expected) => {
    const lines = ['Needle', 'needle', 'Привет', 'no42', 'end', '-e', '\'"$(x)', '', 'a\u00e9b', 'K']
    await using place = createTemporaryWorkspace({ 'a.txt': `${lines.join('\n')}\n`, 'b.txt': '\u212a' })
    expect(await linesOf(place, asked)).toEqual(expected)
  })

  it('takes CRLF for the end of a line and passes over a byte order mark', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '\ufeffone\r\ntwo\r\n' })
    expect(await search(place, { query: '^one$', regex: true })).toMatchObject({ matches: [{ line: 1, column: 1, text: 'one' }] })
    expect(await linesOf(place, { query: 'o$', regex: true })).toEqual(['a.txt:2:3'])
  })

  it('looks at text only: no binary file, no other encoding, nothing too large', async () => {
    await using place = createTemporaryWorkspace({ 'text.txt': 'needle', 'late.bin': `needle${'\n'.repeat(100_000)}\0` })
    place.file('latin.txt', Buffer.from('needle \xe4\n', 'latin1'))
    place.file('wide.txt', Buffer.from('\ufeffneedle', 'utf16le'))
    truncateSync(place.file('huge.txt', 'needle\n'), LIMITS.maxFileBytes + 1)
    expect(await linesOf(place, { query: 'needle' })).toEqual(['text.txt:1:1'])
    expect(await linesOf(place, { query: 'needl[e]', regex: true })).toEqual(['text.txt:1:1'])
  })

  it('never looks into sensitive files, the insides of git, links or what a listing leaves out', async () => {
    await using place = createTemporaryWorkspace({
      '.env': 'needle',
      'server.key': 'needle',
      'config/credentials.json': 'needle',
      '.git/config': 'needle',
      'a\u202eb.txt': 'needle',
      '.hidden/a.txt': 'needle',
      '.gitignore': 'dist/\n*.log\n!keep.log\n',
      'dist/a.js': 'needle',
      'x.log': 'needle',
      'keep.log': 'needle',
      'src/.gitignore': 'needle\n',
      'src/needle': 'needle',
      'ok.txt': 'needle',
      '../outside/a.txt': 'needle',
    })
    place.link('link.txt', 'ok.txt')
    place.link('secret.txt', '.env')
    place.link('out', '../outside')
    place.pipe('pipe')
    expect(await linesOf(place, { query: 'needle' })).toEqual(['keep.log:1:1', 'ok.txt:1:1'])
    expect(await linesOf(place, { query: 'needle', pattern: '{.*,.*/**}' })).toEqual(['.hidden/a.txt:1:1', 'src/.gitignore:1:1'])
    expect(await linesOf(place, { query: 'needle', pattern: '*.log' })).toEqual(['keep.log:1:1'])
  })

  it('obeys rules that ripgrep would read otherwise', async () => {
    await using place = createTemporaryWorkspace({ 'deep/.gitignore': 'a[!b]c\n\\#x\n', 'deep/abc': 'x', 'deep/adc': 'x', 'deep/#x': 'x' })
    expect(await linesOf(place, { query: 'x' })).toEqual(['deep/abc:1:1'])
  })

  it('finds what a sandbox hides for want of better: a folder with many secrets in it', async () => {
    await using place = createTemporaryWorkspace({ 'keys/README.md': 'needle' })
    for (let key = 0; key < 120; key++) place.file(`keys/${key}.pem`, 'needle')
    expect(await linesOf(place, { query: 'needle' })).toEqual(['keys/README.md:1:1'])
  })

  it('goes by the rules above a folder that is searched, anchored or not', async () => {
    await using place = createTemporaryWorkspace({ '.gitignore': 'built/\n/a/only\n', 'a/b/built/x': 'x', 'a/only': 'x', 'a/b/only': 'x' })
    expect(await linesOf(place, { query: 'x', path: 'a' })).toEqual(['a/b/only:1:1'])
    expect(await linesOf(place, { query: 'x', path: 'a/b' })).toEqual(['a/b/only:1:1'])
    place.file('.gitignore', 'built/\n')
    expect(await linesOf(place, { query: 'x', path: 'a/b' })).toEqual(['a/b/only:1:1'])
    expect(await linesOf(place, { query: 'x', path: 'a/b/built' })).toEqual(['a/b/built/x:1:1'])
  })

  it('searches one file that is named, whatever a listing would leave out, also through a link', async () => {
    await using place = createTemporaryWorkspace({ '.gitignore': 'x.log\n', 'x.log': 'needle', 'a/b.txt': 'needle' })
    place.link('link', 'a/b.txt')
    expect(await linesOf(place, { query: 'needle', path: 'x.log' })).toEqual(['x.log:1:1'])
    expect(await linesOf(place, { query: 'log', path: '.gitignore' })).toEqual(['.gitignore:1:3'])
    expect(await linesOf(place, { query: 'needle', path: 'link' })).toEqual(['a/b.txt:1:1'])
  })

  it('cuts long lines around the match', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}\n` })
    const { matches } = await search(place, { query: 'needle' })
    expect(matches).toMatchObject([{ column: 5_001, text: expect.stringMatching(/^…x{100}needley{294}…$/) }])
  })

  it('returns a thousand lines, counts ten thousand, and stays within one result', async () => {
    await using place = createTemporaryWorkspace({ 'b.txt': 'x\n'.repeat(9_000), 'a.txt': 'x\n'.repeat(600), 'c.txt': 'x\n'.repeat(900) })
    const { matches, total } = await search(place, { query: 'x' })
    expect([matches.length, matches[599]?.path, matches[600]?.path, total]).toEqual([1_000, 'a.txt', 'b.txt', 10_000])
    place.file('long/a.txt', `${'y'.repeat(400)}\n`.repeat(1_000))
    const long = await search(place, { query: 'y', contextLines: 5 })
    expect(long.total).toBe(1_000)
    expect(long.matches.length).toBeLessThan(300)
  })

  it.each([
    ['..', 'PATH_OUTSIDE_WORKSPACE'],
    ['link', 'PATH_OUTSIDE_WORKSPACE'],
    ['.git', 'SENSITIVE_FILE'],
    ['.env', 'SENSITIVE_FILE'],
    ['secret.txt', 'SENSITIVE_FILE'],
    ['config/credentials', 'SENSITIVE_FILE'],
    ['pipe', 'INVALID_PATH'],
    ['missing', 'FILE_NOT_FOUND'],
  ])('refuses %s', async (path, code) => {
    await using place = createTemporaryWorkspace({ '.env': 'x', '.git/config': 'x', 'config/credentials': 'x' })
    place.link('link', '..')
    place.link('secret.txt', '.env')
    place.pipe('pipe')
    await expect(search(place, { query: 'x', path })).rejects.toMatchObject({ code })
  })

  it('finds what lies in a folder called credentials', async () => {
    await using place = createTemporaryWorkspace({ 'credentials/form.ts': 'x' })
    expect(await linesOf(place, { query: 'x', path: 'credentials' })).toEqual(['credentials/form.ts:1:1'])
  })

  it('ends at once when the call is stopped, in the middle of a pattern that takes for ever', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': `${'a'.repeat(60)}!` })
    const stop = new AbortController()
    const query = compileQuery({ query: '^(\\w+\\s?)+$', regex: true, caseSensitive: true })
    const request = { query, path: '.', pattern: '*', contextLines: 0, signal: stop.signal }
    const ended = expect(createTestWorkspaceHost(place).search(request)).rejects.toMatchObject({ code: 'CANCELLED' })
    setTimeout(() => stop.abort(), 300)
    await ended
    expect(await linesOf(place, { query: 'a!' })).toEqual(['a.txt:1:60'])
  })
})
