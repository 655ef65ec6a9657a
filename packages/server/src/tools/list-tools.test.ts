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
const namesFor = (role: 'agent' | 'operator', policy = NO_POLICY, tools?: string[]): string[] =>
  listTools({ settings, policy: () => policy }, principal([role]), tools && ({ tools } as unknown as Runner)).map(({ name }) => name)

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
