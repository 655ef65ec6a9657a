import { NO_POLICY, parsePolicy } from '@countersign/policy'
import type { Runner } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { principal } from '../../../core/test/world.ts'
import { parseServerSettings } from '../server-settings.ts'
import { listTools } from './list-tools.ts'

const DENYING = parsePolicy(`
[[rule]]
name = "no commands"
do = "deny"
tools = ["execute_command", "run_persistent"]
why = "people run commands here"
examples.match = [{ tool = "execute_command", command = "ls" }]
examples.no_match = [{ tool = "read_file", path = "a" }]

[[rule]]
name = "no secrets"
do = "deny"
tools = ["read_file"]
paths = ["secrets/**"]
why = "they are secret"
examples.match = [{ tool = "read_file", path = "secrets/a" }]
examples.no_match = [{ tool = "read_file", path = "a" }]
`)

const settings = parseServerSettings({})
const NOW = Date.parse('2026-01-01T00:00:00.000Z')
const HELD = '2026-01-01T00:00:30.000Z'
const namesFor = (role: 'agent' | 'operator', policy = NO_POLICY, tools?: string[], lease_expires_at = HELD): string[] => {
  const engine = { settings, policy: () => policy, clock: { now: () => NOW } }
  return listTools(engine, principal([role]), tools && ({ tools, lease_expires_at } as unknown as Runner)).map(({ name }) => name)
}

test('an agent is not offered what the policy denies whatever the call says', () => {
  const gone = namesFor('agent').filter((name) => !namesFor('agent', DENYING).includes(name))
  expect(gone).toEqual(['execute_command', 'run_persistent'])
})

test('the person still sees every tool of the runner', () => {
  expect(namesFor('operator', DENYING)).toEqual(namesFor('operator'))
})

test('only tools that the runner has are offered, and questions, which need none', () => {
  expect(namesFor('agent', NO_POLICY, ['read_file', 'no_such_tool'])).toEqual(['read_file', 'prompt_user', 'apply_patch_review'])
})

test('what the editor answers is offered only while a runner names it and holds the lease', () => {
  const ofEditor = (tools?: string[], until?: string) =>
    namesFor('agent', NO_POLICY, tools, until).filter((name) => name.startsWith('ide.'))
  expect(ofEditor()).toEqual([])
  expect(ofEditor(['read_file'])).toEqual([])
  expect(ofEditor(['read_file', 'ide.symbols'])).toEqual(['ide.symbols'])
  expect(ofEditor(['read_file', 'ide.symbols'], '2025-12-31T23:59:59.000Z')).toEqual([])
})
