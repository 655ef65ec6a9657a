import { NO_POLICY, parsePolicy, parseRunnerRules } from '@countersign/policy'
import { Failure, inEnglish, referenceTo, sentence } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { createMemoryWorkspace } from '../../test/memory-workspace.ts'
import type { Ports } from '../hosts/powers.ts'
import { type Call, judgeCall, neededTexts, readCall } from './read-call.ts'

const GUARD = { isolation: 'sandbox', policy: NO_POLICY } as const

const ruleOf = (kind: string, name: string): string => `
[[rule]]
name = "${name}"
do = "${kind}"
tools = ["write_file"]
why = "because"
`

function read(...given: Parameters<typeof readCall>): Call {
  const call = readCall(...given)
  if ('refusal' in call) throw new Error(call.refusal.message)
  return call
}

describe('reading a call', () => {
  it('takes a name, an alias or a tool, and fills in defaults', () => {
    for (const name of ['write_file', 'tool_write_file']) {
      const call = read(name, { path: 'a.md', content: 'x' })
      expect(call).toMatchObject({ tool: { name: 'write_file' }, input: { path: 'a.md', content: 'x', mode: 'write' } })
      expect(read(call.tool, call.input).input).toEqual(call.input)
    }
  })

  it('refuses an unknown tool, and for an agent one that only the person may call', () => {
    const params = { tool_id: '01890000-0000-7000-8000-000000000001' }
    expect(readCall('nothing', {})).toMatchObject({ refusal: { code: 'TOOL_NOT_FOUND' } })
    expect(readCall('undo', params)).toMatchObject({ refusal: { code: 'TOOL_NOT_FOUND' } })
    expect(readCall('undo', params, { byOperator: true })).toMatchObject({ tool: { name: 'undo' } })
  })

  it('names each parameter that does not fit', () => {
    const refused = readCall('write_file', { path: 1, content: 2 })
    expect(refused).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS', message: expect.stringMatching(/path: .*; content: /) } })
  })
})

describe('a body reference', () => {
  const content = referenceTo('long')

  it('stays one where no judgement needs its text, and such a call cannot run', async () => {
    const call = read('write_file', { path: 'a.md', content })
    expect(call.input).toMatchObject({ content })
    expect(call.judge(GUARD)).toMatchObject({ risk: 'MEDIUM' })
    const ports = { workspace: createMemoryWorkspace({}), signal: new AbortController().signal } as unknown as Ports & {
      signal: AbortSignal
    }
    await expect(call.run(ports)).rejects.toThrow('unresolved body references')
    await expect(call.preview(ports)).rejects.toThrow('unresolved body references')
  })

  it('is read where the tool judges the whole text, and never guessed', () => {
    const params = { diff: referenceTo('--- a\n') }
    const tool = read('apply_patch', { diff: '' }).tool
    expect(neededTexts(tool, params)).toEqual(params)
    expect(readCall(tool, params)).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS' } })
    const texts = { diff: new Failure('FILE_TOO_LARGE', { subject: sentence('text', { text: 'diff' }) }) }
    expect(readCall(tool, params, { texts })).toMatchObject({ refusal: { code: 'FILE_TOO_LARGE' } })
    expect(read(tool, params, { texts: { diff: '--- a\n' } }).input).toEqual({ diff: '--- a\n' })
  })
})

describe('judging a call', () => {
  const write = { path: 'a.md', content: 'x' }
  const withRules = (policy: string, runner: string) => ({ ...GUARD, policy: parsePolicy(policy), runnerRules: parseRunnerRules(runner) })

  it('gives a call that can still be described, previewed and run', () => {
    const judged = judgeCall('write_file', write, GUARD)
    expect(judged).toMatchObject({ risk: 'MEDIUM', paths: ['a.md'], asks: [], run: expect.any(Function) })
  })

  it('refuses what a rule of the server or of the runner denies, whatever the other one says', () => {
    const [allow, deny] = [ruleOf('allow', 'yes'), ruleOf('deny', 'no')]
    const byServer = judgeCall('write_file', write, withRules(deny, ruleOf('ask', 'look')))
    expect(byServer).toMatchObject({ refusal: { code: 'POLICY_DENIED', message: expect.stringContaining('(rule "no")') } })
    const byRunner = judgeCall('write_file', write, withRules(allow, deny))
    expect(byRunner).toMatchObject({ refusal: { code: 'POLICY_DENIED', message: expect.stringContaining('(rule "no" of this runner)') } })
  })

  it('names every rule that asks, the one of the runner first', () => {
    const judged = judgeCall('write_file', write, withRules(ruleOf('ask', 'server'), ruleOf('ask', 'mine')))
    if ('refusal' in judged) throw new Error(judged.refusal.message)
    expect(judged.asks.map(inEnglish)).toEqual(['because (rule "mine" of this runner)', 'because (rule "server")'])
    expect(judged.rule).toMatchObject({ name: 'server' })
    expect(judged.reasons.map(inEnglish)).toContain('Rule "server" asks: because')
  })

  it('looks at the requested and at the resolved name of a file', () => {
    const resolve = () => ({ path: 'b.md' })
    expect(judgeCall('read_file', { path: 'a.md' }, { ...GUARD, resolve })).toMatchObject({ subject: { paths: ['a.md', 'b.md'] } })
  })

  it('refuses where a judgement throws', () => {
    const resolve = () => {
      throw new Error('no disk')
    }
    expect(judgeCall('read_file', { path: 'a.md' }, { ...GUARD, resolve })).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS' } })
  })

  it('shows a question, and no rule but a deny means anything for it', () => {
    const ask = ruleOf('ask', 'look').replace('write_file', 'prompt_user')
    const judged = judgeCall('prompt_user', { message: 'Which?', actions: ['a', 'b'] }, withRules(ask, ''))
    expect(judged).toMatchObject({ shown: { kind: 'question' }, rule: undefined, asks: [] })
  })
})
