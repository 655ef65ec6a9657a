// The runner's own rules through a real runner: whatever the server cleared, what they refuse does not run.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../test-kit/src/ids.ts'
import { makePlace, optionsFor, type Place } from '../../test/runner-fixture.ts'
import { type CallRequest, ServerFixture } from '../../test/server-fixture.ts'
import { startRunner } from '../compose.ts'

const RULES = `
[[rule]]
name = "the ledger"
do = "deny"
paths = ["ledger/**"]
why = "it belongs to the accountants"
examples.match = [{ tool = "read_file", path = "ledger/2026.md" }]
examples.no_match = [{ tool = "read_file", path = "notes/ledger.md" }]

[[rule]]
name = "look twice"
do = "ask"
tools = ["write_file"]
why = "I want to see every change"
examples.match = [{ tool = "write_file", path = "a.md" }]
examples.no_match = [{ tool = "read_file", path = "a.md" }]

[[rule]]
name = "no history"
do = "deny"
commands = ["git log"]
why = "names of colleagues are in it"
examples.match = [{ tool = "execute_command", command = "git log -1" }]
examples.no_match = [{ tool = "execute_command", command = "git status" }]
`

const write: CallRequest = { tool: 'write_file', params: { path: 'b.md', content: 'new' }, risk: 'MEDIUM' }
const person = { kind: 'person', user_id: 'u', approval_id: newId() }

function makeRuledPlace(text = RULES): Place {
  const place = makePlace()
  mkdirSync(place.dataDir)
  mkdirSync(join(place.workspace, 'ledger'))
  writeFileSync(join(place.workspace, 'ledger/2026.md'), 'sums')
  symlinkSync('ledger/2026.md', join(place.workspace, 'harmless.md'))
  writeFileSync(join(place.dataDir, 'runner.toml'), text)
  return place
}

async function resultOf(request: CallRequest): Promise<{ result: Record<string, unknown>; made: boolean }> {
  await using server = await new ServerFixture().listen()
  using place = makeRuledPlace()
  await using _runner = await startRunner(optionsFor(server, place))
  await expect.poll(() => server.streams).toBe(1)
  server.signal(server.makeCall(request))
  await expect.poll(() => server.results()).toHaveLength(1)
  return { result: server.results()[0] ?? {}, made: existsSync(join(place.workspace, 'b.md')) }
}

describe('a rule that denies', () => {
  test.each<[string, CallRequest, string]>([
    ['a file by its name', { params: { path: 'ledger/2026.md' } }, 'it belongs to the accountants (rule "the ledger" of this runner)'],
    ['a file by what it resolves to', { params: { path: 'harmless.md' } }, 'it belongs to the accountants'],
    ['a command', { tool: 'execute_command', params: { command: 'git', args: ['log', '-1'] }, risk: 'MEDIUM' }, 'names of colleagues'],
    [
      'a file that a command names',
      { tool: 'execute_command', params: { command: 'cat', args: ['harmless.md'] }, risk: 'MEDIUM' },
      'accountants',
    ],
    ['even a person’s own answer', { params: { path: 'ledger/2026.md' }, claims: { by: person } }, 'accountants'],
  ])('refuses %s', async (_, request, why) => {
    const { result } = await resultOf(request)
    expect(result).toMatchObject({ status: 'failed', error_code: 'POLICY_DENIED', error: expect.stringContaining(why) })
    expect(result.error).toMatch(/^Denied by policy: /)
  })

  test('lets nothing of the file be shown either', async () => {
    await using server = await new ServerFixture().listen()
    using place = makeRuledPlace()
    await using _runner = await startRunner(optionsFor(server, place))
    await expect.poll(() => server.streams).toBe(1)
    const call = server.makeCall({ ...write, params: { path: 'ledger/2026.md', content: 'x' } })
    server.offer(call, 'pending')
    server.send('tool.preview_request', call)
    const preview = () => server.posted.find(({ path }) => path.endsWith('/preview'))?.body
    await expect.poll(preview).toMatchObject({ error_code: 'POLICY_DENIED' })
    expect(JSON.stringify(preview())).not.toContain('sums')
  })
})

describe('a rule that asks', () => {
  test.each([
    ['a rule of the server', { kind: 'rule', rule: 'a rule of the test' }],
    ['a grant', { kind: 'grant', grant_id: newId() }],
  ])('is not satisfied by %s', async (_, by) => {
    const { result, made } = await resultOf({ ...write, claims: { by } })
    expect(result).toMatchObject({ error_code: 'APPROVAL_NEEDED', error: expect.stringContaining('I want to see every change') })
    expect(made).toBe(false)
  })

  test('is satisfied by a person who was shown the change', async () => {
    const { result, made } = await resultOf({ ...write, claims: { by: person, base_digests: { 'b.md': null } } })
    expect(result).toMatchObject({ status: 'completed' })
    expect(made).toBe(true)
  })
})

describe('the file', () => {
  const start = async (place: Place, rulesFile?: string) => {
    await using server = await new ServerFixture().listen()
    await using runner = await startRunner({ ...optionsFor(server, place), rulesFile })
    return runner.workspace
  }

  test('that is wrong stops the start, with its line', async () => {
    using place = makeRuledPlace(RULES.replace('do = "ask"', 'do = "allow"'))
    await expect(start(place)).rejects.toThrow(/runner\.toml line 10: .*only tighten/)
  })

  test('may be named, must then be there, and never lies in the workspace', async () => {
    using place = makePlace()
    const named = join(place.workspace, '../named.toml')
    writeFileSync(named, RULES)
    await expect(start(place, named)).resolves.toBe(place.workspace)
    await expect(start(place, join(place.workspace, '../missing.toml'))).rejects.toThrow(/ENOENT/)
    writeFileSync(join(place.workspace, 'runner.toml'), RULES)
    symlinkSync(join(place.workspace, 'runner.toml'), join(place.workspace, '../linked.toml'))
    for (const path of ['runner.toml', '../linked.toml'])
      await expect(start(place, join(place.workspace, path))).rejects.toThrow(/lies in the workspace/)
  })

  test('of the workspace is never read', async () => {
    using place = makePlace({ 'runner.toml': 'not even TOML [', 'a.txt': '' })
    await expect(start(place)).resolves.toBe(place.workspace)
  })
})
