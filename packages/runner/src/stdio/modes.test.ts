// Who may run what: every mode against every kind of call, through a real child process.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makePlace } from '../../test/runner-fixture.ts'
import { type Message, startParent } from '../../test/stdio-fixture.ts'

const LOW = ['read_file', { path: 'a.txt' }] as const
const MEDIUM = ['write_file', { path: 'b.md', content: 'new\n' }] as const
const HIGH = ['write_file', { path: 'run.sh', content: 'echo\n' }] as const
const REFUSED = ['read_file', { path: '../x' }] as const
const SENSITIVE = ['write_file', { path: '.env', content: 'A=1' }] as const
const FORBIDDEN = ['execute_command', { command: 'rm', args: ['-rf', '.'] }] as const

const succeeds = expect.objectContaining({ result: expect.objectContaining({ success: true }) })
const failsWith = (code: string) => expect.objectContaining({ error: expect.objectContaining({ code }) })

describe.each(['ask', 'low', 'all'] as const)('with --approve %s', (approve) => {
  test.each([
    ['LOW', LOW],
    ['MEDIUM', MEDIUM],
    ['HIGH', HIGH],
  ] as const)('a call of %s risk is treated as the mode says', async (risk, [tool, args]) => {
    await using parent = startParent({ approve })
    parent.call('c', tool, args)
    if (approve === 'ask' && risk !== 'LOW') {
      expect(await parent.question('c')).toMatchObject({ requires_approval: true, risk_level: risk, tool_name: tool, args })
      expect(parent.results('c')).toEqual([])
      parent.decide('c', 'approve')
    }
    expect(await parent.result('c')).toEqual(approve === 'low' && risk !== 'LOW' ? failsWith('POLICY_DENIED') : succeeds)
    expect(existsSync(join(parent.place.workspace, args.path))).toBe(risk === 'LOW' || approve !== 'low')
  })

  test.each([
    ['a way out', REFUSED, 'PATH_OUTSIDE_WORKSPACE'],
    ['a sensitive file', SENSITIVE, 'SENSITIVE_FILE'],
    ['a forbidden command', FORBIDDEN, 'COMMAND_NOT_ALLOWED'],
    ['an unknown tool', ['shutdown', {}] as const, 'TOOL_NOT_FOUND'],
    ['an unknown argument', ['read_file', { path: 'a.txt', force: true }] as const, 'INVALID_ARGUMENTS'],
  ])('%s is refused without a question', async (_, [tool, args], code) => {
    await using parent = startParent({ approve })
    parent.call('c', tool, args)
    expect(await parent.result('c')).toEqual(failsWith(code))
    expect(parent.questions('c')).toEqual([])
    expect(existsSync(join(parent.place.workspace, '.env'))).toBe(false)
  })

  test('the first line tells what is spoken, offered and isolated', async () => {
    await using parent = startParent({ approve })
    await expect.poll(() => parent.messages, { timeout: 15_000 }).toHaveLength(1)
    expect(parent.messages[0]).toMatchObject({
      type: 'hello',
      protocol_version: '2.0',
      approve,
      isolation: expect.stringMatching(/sandbox|none/),
      tools: expect.arrayContaining(['read_file', 'write_file', 'execute_command', 'prompt_user']),
      workspace: parent.place.workspace,
    })
  })
})

describe('requires_approval', () => {
  test('true adds a question to a call of LOW risk', async () => {
    await using parent = startParent()
    parent.call('c', ...LOW, { requires_approval: true })
    expect(await parent.question('c')).toMatchObject({ risk_level: 'LOW' })
    parent.decide('c', 'approve')
    expect(await parent.result('c')).toEqual(succeeds)
  })

  test('true is refused where nobody is asked, and runs where everything does', async () => {
    await using low = startParent({ approve: 'low' })
    low.call('c', ...LOW, { requires_approval: true })
    expect(await low.result('c')).toEqual(failsWith('POLICY_DENIED'))
    await using all = startParent({ approve: 'all' })
    all.call('c', ...LOW, { requires_approval: true })
    expect(await all.result('c')).toEqual(succeeds)
  })

  test('false removes no question', async () => {
    await using parent = startParent()
    parent.call('c', ...MEDIUM, { requires_approval: false })
    await parent.question('c')
    expect(existsSync(join(parent.place.workspace, 'b.md'))).toBe(false)
  })
})

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
paths = ["*.txt"]
why = "I want to see it"
examples.match = [{ tool = "read_file", path = "a.txt" }]
examples.no_match = [{ tool = "read_file", path = "a.md" }]
`

describe('rules of runner.toml', () => {
  const start = (approve: 'ask' | 'low' | 'all') => {
    const place = makePlace()
    mkdirSync(place.dataDir)
    writeFileSync(join(place.dataDir, 'runner.toml'), RULES)
    return { place, parent: startParent({ approve, place }) }
  }

  test.each(['ask', 'low', 'all'] as const)('that deny hold with --approve %s', async (approve) => {
    const { place, parent } = start(approve)
    using _place = place
    await using _parent = parent
    parent.call('c', 'write_file', { path: 'ledger/2026.md', content: 'sums' })
    const { error } = (await parent.result('c')) as { error: Message }
    expect(error).toEqual({ code: 'POLICY_DENIED', message: expect.stringContaining('it belongs to the accountants (rule "the ledger"') })
    expect(parent.questions('c')).toEqual([])
  })

  test('that ask add a question with their reason, which an answer settles', async () => {
    const { place, parent } = start('ask')
    using _place = place
    await using _parent = parent
    parent.call('c', ...LOW)
    expect(await parent.question('c')).toMatchObject({
      risk_level: 'LOW',
      reasons: expect.arrayContaining([expect.stringContaining('I want')]),
    })
    parent.decide('c', 'approve')
    expect(await parent.result('c')).toEqual(succeeds)
  })

  test.each(['low', 'all'] as const)('that ask are not satisfied by --approve %s', async (approve) => {
    const { place, parent } = start(approve)
    using _place = place
    await using _parent = parent
    parent.call('c', ...LOW)
    expect(await parent.result('c')).toEqual(failsWith('POLICY_DENIED'))
  })
})
