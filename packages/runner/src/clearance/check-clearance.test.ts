// The rules of the server's policy file at a real runner: matched on what names lead to, never on rules that are older.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../test-kit/src/ids.ts'
import { makePlace, optionsFor, type Place } from '../../test/runner-fixture.ts'
import { type CallRequest, ServerFixture } from '../../test/server-fixture.ts'
import { startRunner } from '../compose.ts'

const rule = (name: string, kind: string, about: object) => ({
  name,
  do: kind,
  ...about,
  why: `because of ${name}`,
  examples: { match: [{ tool: 'read_file' }], no_match: [{ tool: 'read_file' }] },
})
const DOCS = rule('docs', 'allow', {
  tools: ['write_file', 'move_file', 'apply_patch', 'delete_file'],
  paths: ['docs/**'],
  cover_high: true,
})
const LEDGER = rule('ledger', 'deny', { paths: ['packages/ledger/**'] })
const LEGAL = rule('legal', 'ask', { paths: ['legal/**'] })
const STATUS = rule('status', 'allow', { commands: ['git status'] })

function makeLinkedPlace(): Place {
  const place = makePlace()
  const files = { 'src/app.ts': 'app', 'docs/a.md': 'a', 'packages/ledger/sum.ts': 'SUM', 'legal/a.md': 'LAW' }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(place.workspace, dirname(name)), { recursive: true })
    writeFileSync(join(place.workspace, name), content)
  }
  const link = (target: string, name: string) => symlinkSync(target, join(place.workspace, name))
  link('../src/app.ts', 'docs/app.md')
  link('../src', 'docs/src')
  mkdirSync(join(place.workspace, 'node_modules/@acme'), { recursive: true })
  link('../../packages/ledger', 'node_modules/@acme/ledger')
  link('../legal/a.md', 'docs/law.md')
  return place
}

interface Ended {
  readonly result: Record<string, unknown>
  readonly text: (name: string) => string | undefined
}

async function run(request: CallRequest, rules: object[], change: (server: ServerFixture) => void = () => undefined): Promise<Ended> {
  await using server = await new ServerFixture().listen()
  server.rules = rules
  using place = makeLinkedPlace()
  await using _runner = await startRunner(optionsFor(server, place))
  await expect.poll(() => server.streams).toBe(1)
  change(server)
  server.signal(server.makeCall(request))
  await expect.poll(() => server.results()).toHaveLength(1)
  const names = ['src/app.ts', 'docs/a.md', 'docs/new.md', 'src/new.md']
  const texts = new Map(
    names
      .map((name) => [name, join(place.workspace, name)] as const)
      .map(([name, file]) => [name, existsSync(file) ? readFileSync(file, 'utf8') : undefined]),
  )
  return { result: server.results()[0] ?? {}, text: (name) => texts.get(name) }
}

const byDocs = { by: { kind: 'rule', rule: 'docs' } }
const write = (path: string): CallRequest => ({ tool: 'write_file', params: { path, content: 'new' }, risk: 'MEDIUM', claims: byDocs })
const read = (path: string): CallRequest => ({ params: { path } })

describe('a call that a rule cleared', () => {
  test('runs where every name that it leads to is inside the rule', async () => {
    const { result, text } = await run(write('docs/new.md'), [DOCS])
    expect(result).toMatchObject({ status: 'completed' })
    expect(text('docs/new.md')).toBe('new')
  })

  test.each<[string, CallRequest, object[]]>([
    ['a link leads out of the rule', write('docs/app.md'), [DOCS]],
    ['a folder on the way is such a link', write('docs/src/new.md'), [DOCS]],
    [
      'it moves a file out',
      { tool: 'move_file', params: { from: 'docs/a.md', to: 'docs/src/a.md' }, risk: 'HIGH', claims: byDocs },
      [DOCS],
    ],
    ['the rule is gone', write('docs/new.md'), []],
    ['a rule of that name says something else', write('docs/new.md'), [{ ...DOCS, paths: ['other/**'] }]],
    ['the rule of that name does not allow', write('docs/new.md'), [{ ...DOCS, do: 'ask', cover_high: false }]],
    ['the rule is about another tool', write('docs/new.md'), [{ ...DOCS, tools: ['read_file'] }]],
    [
      'the command is another one',
      {
        tool: 'execute_command',
        params: { command: 'git', args: ['-C', '.', 'status'] },
        risk: 'MEDIUM',
        claims: { by: { kind: 'rule', rule: 'status' } },
      },
      [STATUS],
    ],
  ])('is given back to be asked where %s', async (_, request, rules) => {
    const { result, text } = await run(request, rules)
    expect(result).toMatchObject({ status: 'failed', error_code: 'APPROVAL_NEEDED', error: expect.stringMatching(/rule "\w+"/) })
    expect([text('src/app.ts'), text('docs/a.md'), text('docs/new.md'), text('src/new.md')]).toEqual(['app', 'a', undefined, undefined])
  })
})

describe('a call that a grant for files cleared', () => {
  const byGrant = (path: string, more: object = {}): CallRequest => ({
    ...write(path),
    claims: { by: { kind: 'grant', grant_id: newId(), paths: ['docs/**'] }, ...more },
  })

  test('runs where every name that it leads to is inside the grant', async () => {
    const { result, text } = await run(byGrant('docs/new.md'), [])
    expect(result).toMatchObject({ status: 'completed' })
    expect(text('docs/new.md')).toBe('new')
  })

  test.each(['docs/app.md', 'docs/src/new.md'])('is given back where %s leads out of it', async (path) => {
    const { result, text } = await run(byGrant(path), [])
    expect(result).toMatchObject({ error_code: 'APPROVAL_NEEDED', error: expect.stringContaining('the grant does not reach src/') })
    expect([text('src/app.ts'), text('src/new.md')]).toEqual(['app', undefined])
  })

  test.each<[string, CallRequest]>([
    ['written through a link', byGrant('docs/app.md', { by: { kind: 'grant', grant_id: newId() }, denied_paths: ['src/**'] })],
    [
      'deleted with a folder above it',
      {
        tool: 'delete_file',
        params: { path: 'packages', recursive: true },
        risk: 'HIGH',
        claims: { by: { kind: 'grant', grant_id: newId() }, denied_paths: ['packages/ledger/**'] },
      },
    ],
  ])('refuses what the operator forbade, %s', async (_, request) => {
    const { result } = await run(request, [])
    expect(result).toMatchObject({ error_code: 'POLICY_DENIED', error: expect.stringContaining('the operator said never') })
  })
})

describe('a rule that denies', () => {
  test.each<[string, CallRequest]>([
    ['by a link to its folder', read('node_modules/@acme/ledger/sum.ts')],
    ['listed by a link', { tool: 'list_directory', params: { path: 'node_modules/@acme/ledger' } }],
    ['searched by a link', { tool: 'search_in_project', params: { query: 'SUM', path: 'node_modules/@acme/ledger' } }],
    ['by a grant', { ...write('node_modules/@acme/ledger/sum.ts'), claims: { by: { kind: 'grant', grant_id: newId() } } }],
    ['with a folder above it, deleted', { tool: 'delete_file', params: { path: 'packages', recursive: true }, risk: 'HIGH' }],
    ['with a folder above it, moved away', { tool: 'move_file', params: { from: 'packages', to: 'p' }, risk: 'HIGH' }],
  ])('is not passed %s', async (_, request) => {
    const { result } = await run(request, [LEDGER, { ...DOCS, name: 'a rule of the test', tools: undefined, paths: ['**'] }])
    expect(result).toMatchObject({ status: 'failed', error_code: 'POLICY_DENIED', error: expect.stringContaining('because of ledger') })
    expect(JSON.stringify(result)).not.toContain('SUM')
  })
})

describe('a rule that asks', () => {
  test('gives a reading call back where its name leads to what the rule names', async () => {
    const { result } = await run(read('docs/law.md'), [LEGAL])
    expect(result).toMatchObject({ error_code: 'APPROVAL_NEEDED', error: expect.stringContaining('because of legal') })
  })

  test('is satisfied by the person who was asked', async () => {
    const { result } = await run({ ...read('docs/law.md'), claims: { by: { kind: 'person', user_id: 'u', approval_id: newId() } } }, [
      LEGAL,
    ])
    expect(result).toMatchObject({ status: 'completed', result: { content: 'LAW' } })
  })
})

describe('rules that changed', () => {
  test('are fetched before a call that was cleared under them runs', async () => {
    const { result } = await run(read('packages/ledger/sum.ts'), [], (server) => {
      server.policyVersion = 'newer'
      server.rules = [LEDGER]
    })
    expect(result).toMatchObject({ error_code: 'POLICY_DENIED' })
  })

  test('and cannot be read stop every call', async () => {
    const { result } = await run(read('src/app.ts'), [], (server) => {
      server.policyVersion = 'newer'
      server.rules = [{ name: 'not a rule' }]
    })
    expect(result).toMatchObject({ error_code: 'INPUT_CHANGED', error: expect.stringContaining('rules') })
  })
})
