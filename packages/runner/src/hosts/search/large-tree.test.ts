// A tree of many files (50,000 where everything is tried), listed and searched by us, by find and git, and by ripgrep itself: the answers are the same.

import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { LIMITS } from '@countersign/protocol'
import { compileQuery, type QueryOptions, type SearchResult } from '@countersign/tools'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timesOf } from '../../../../../scripts/chaos/sample.ts'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createLargeTree, type LargeTree } from '../../../test/hosts/large-tree.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import type { WorkspaceHost } from '../files/workspace-host.ts'
import { comparePaths } from './compare-paths.ts'

const FILES = timesOf(50_000, 15_000)
const RUNS = timesOf(100, 15)

let tree: LargeTree
let sandbox: Sandbox
let sandboxed: WorkspaceHost
let own: WorkspaceHost

beforeAll(async () => {
  tree = createLargeTree(FILES)
  execFileSync('git', ['init', '-q'], { cwd: tree.place.root })
  sandbox = await detectTestSandbox()
  sandboxed = createTestWorkspaceHost({ root: tree.place.root, sandbox })
  own = createTestWorkspaceHost(tree.place)
}, 60_000)

afterAll(() => tree?.[Symbol.asyncDispose](), 60_000)

const run = (program: string, args: readonly string[], input = ''): Buffer => {
  try {
    return execFileSync(program, args, { cwd: tree.place.root, input, maxBuffer: 512 * 1024 * 1024, stdio: 'pipe' })
  } catch (error) {
    // Git and ripgrep end with 1 where they find nothing.
    if ((error as { status?: number }).status === 1) return Buffer.alloc(0)
    throw error
  }
}

const namesIn = (output: Buffer): string[] => output.toString().split('\0').slice(0, -1)

const isShown = (path: string): boolean => !path.split('/').some((name) => name.startsWith('.')) && !tree.kept.has(path)

describe('a listing of a large tree', () => {
  const list = async (ignored: boolean) => {
    const listing = await own.list({ path: '.', recursive: true, pattern: '*', ignored, maxEntries: Number.POSITIVE_INFINITY })
    expect(listing.total).toBe(listing.entries.length)
    return listing.entries.map(({ path }) => path)
  }
  // One of the three links stays inside and leads to something.
  const found = () =>
    namesIn(
      run('find', ['.', '-mindepth', '1', '(', '-type', 'f', '-o', '-type', 'd', '-o', '-name', 'inside', ')', '-printf', '%P\\0']),
    ).filter(isShown)

  it('has what find finds', { timeout: 60_000 }, async () => {
    const expected = found().sort(comparePaths)
    expect(expected.length).toBeGreaterThan(FILES * 0.8)
    expect(await list(true)).toEqual(expected)
  })

  it('leaves out what git ignores', { timeout: 60_000 }, async () => {
    const ignored = new Set(
      namesIn(
        run(
          'git',
          ['check-ignore', '--no-index', '--stdin', '-z'],
          found()
            .map((path) => `${path}\0`)
            .join(''),
        ),
      ),
    )
    expect(ignored.size).toBeGreaterThan(FILES * 0.1)
    expect(await list(false)).toEqual(
      found()
        .filter((path) => !ignored.has(path))
        .sort(comparePaths),
    )
  })
})

describe('a search of a large tree', () => {
  it.each<QueryOptions & { pattern?: string; path?: string }>([
    { query: 'needle', regex: false, caseSensitive: false },
    { query: 'uncommon', regex: false, caseSensitive: true, path: 'p3' },
    { query: 'größe', regex: false, caseSensitive: false, pattern: '*.md' },
    { query: 'ПРИВЕТ', regex: false, caseSensitive: false, path: 'p7/src' },
    { query: '[d]', regex: false, caseSensitive: true, pattern: '*.{ts,js}' },
    { query: '^(const|import) \\w+ 9\\d{2}$', regex: true, caseSensitive: true },
    { query: '\\bindex\\b.*7$', regex: true, caseSensitive: false, pattern: 'p1/**' },
    { query: '数据 \\S+ 1?2$', regex: true, caseSensitive: false },
    { query: '[^\\w ]{3} \\d+$', regex: true, caseSensitive: true },
    { query: 'nowhere at all', regex: false, caseSensitive: false },
    { query: 'a', regex: false, caseSensitive: false },
  ])('gives the lines that ripgrep gives: %j', { timeout: 60_000 }, async (asked) => {
    await compare(asked)
  })

  it('gives them for generated queries', { timeout: 120_000 }, async () => {
    const piece = fc.constantFrom(
      'const',
      'na',
      'ï',
      'В',
      'привет',
      '数',
      '.',
      '\\d',
      '\\w+',
      '\\s',
      '[a-f]',
      '[^0-9 ]',
      '\\b',
      '(value|path)',
      'x?',
      ' ',
      '-',
      '9{2}',
      '\\(c\\)',
    )
    const query = fc.tuple(fc.constantFrom('', '^'), fc.array(piece, { minLength: 2, maxLength: 4 }), fc.constantFrom('', '$'))
    const asked = fc.record({
      query: query.map(([start, pieces, end]) => start + pieces.join('') + end).filter((text) => !/\\b(?:\\b|\?)/.test(text)),
      regex: fc.constant(true),
      caseSensitive: fc.boolean(),
      path: fc.constantFrom('p5', 'p1', 'p12/docs'),
    })
    await fc.assert(fc.asyncProperty(asked, compare), { numRuns: RUNS })
  })
})

async function compare({ pattern = '*', path = '.', ...query }: QueryOptions & { pattern?: string; path?: string }): Promise<void> {
  const { signal } = new AbortController()
  const request = { query: compileQuery(query), pattern, path, contextLines: 0, signal }
  const result = await own.search(request)
  expect(await sandboxed.search(request)).toEqual(result)
  const expected = askRipgrep(query, path, pattern)
  expect(result.total).toBe(Math.min(expected.length, LIMITS.maxSearchCount))
  expect(linesOf(result)).toEqual(expected.slice(0, LIMITS.maxSearchMatches))
  expect(JSON.stringify(result)).not.toMatch(/secret|outside/)
}

const linesOf = ({ matches }: SearchResult): string[] => matches.map(({ path, line, column, text }) => `${path}:${line}:${column}:${text}`)

/** Ripgrep as a person would call it, without what we leave out on purpose. */
function askRipgrep({ query, regex, caseSensitive }: QueryOptions, path: string, pattern: string): string[] {
  // Its `\b`, `\d`, `\w` and `\s` know more letters than ours, so that it is told to keep to ASCII where they stand.
  const words = regex ? query.replace(/\\([bdws])/gi, (shorthand) => ASCII[shorthand] ?? shorthand) : query
  const options = ['--no-config', '--json', '--crlf', ...(regex ? [] : ['-F']), caseSensitive ? '-s' : '-i']
  const lines = run('rg', [...options, '-e', words, '--', path === '.' ? './' : path])
    .toString()
    .split('\n')
    .flatMap(parseMatch)
  // By a glob of its own ripgrep also takes what .gitignore names.
  const isMeant = (name: string) => matchesGlob(name, pattern.includes('/') ? pattern : `**/${pattern}`)
  const shown = lines.filter((line) => isShown(line.path) && !tree.unread.has(line.path) && isMeant(line.path))
  shown.sort((one, other) => comparePaths(one.path, other.path) || one.line - other.line)
  return shown.map((line) => `${line.path}:${line.line}:${line.column}:${line.text}`)
}

const ASCII: Readonly<Record<string, string>> = {
  '\\b': '(?-u:\\b)',
  '\\d': '[0-9]',
  '\\w': '[0-9A-Za-z_]',
  '\\s': '[\\t\\x0b-\\r ]',
  '\\S': '[^\\t-\\r ]',
}

interface RipgrepMatch {
  readonly type: string
  readonly data: {
    readonly path: { readonly text?: string }
    readonly lines: { readonly text?: string }
    readonly line_number: number
    readonly submatches: readonly { readonly start: number }[]
  }
}

function parseMatch(text: string): { path: string; line: number; column: number; text: string }[] {
  if (!text.startsWith('{"type":"match"')) return []
  const { data } = JSON.parse(text) as RipgrepMatch
  const content = (data.lines.text ?? '').replace(/\r?\n$|\r$/, '')
  // It counts in bytes.
  const before = Buffer.from(content).subarray(0, data.submatches[0]?.start).toString()
  return [
    { path: (data.path.text ?? '').replace(/^\.\//, ''), line: data.line_number, column: Array.from(before).length + 1, text: content },
  ]
}
