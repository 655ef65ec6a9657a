// Rules of the policy file and of the runner, shell lines, and what the sandbox does with files that would run later.
import { symlinkSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Folder, makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { startWorld, type World } from '../world/world.ts'

const rule = (name: string, body: string, match: string, other: string) =>
  `[[rule]]\nname = "${name}"\n${body}\nexamples.match = [{ ${match} }]\nexamples.no_match = [{ ${other} }]\n`
const file = (path: string) => `tool = "write_file", path = "${path}"`
const line = (command: string) => `tool = "execute_command", command = "${command}"`

const POLICY = [
  'version = "e2e-7"',
  rule('docs', 'do = "allow"\npaths = ["docs/**"]\nwhy = "words break nothing"', file('docs/a.md'), file('a.md')),
  rule('scripts', 'do = "allow"\npaths = ["bin/**"]\ncover_high = true\nwhy = "we look at them"', file('bin/a.sh'), file('a.sh')),
  rule('legal', 'do = "ask"\npaths = ["docs/legal/**"]\nwhy = "lawyers read it"', file('docs/legal/a.md'), file('docs/a.md')),
  rule('no pushing', 'do = "deny"\ncommands = ["git push"]\nwhy = "people release"', line('git push'), line('git pull')),
  rule('keys', 'do = "allow"\npaths = ["**"]\ntools = ["read_file"]\nwhy = "reading"', 'tool = "read_file", path = "a"', file('a')),
  '[[command]]\nname = "true"\nrisk = "MEDIUM"\nwhy = "does nothing"',
].join('\n')
const RUNNER_RULES = rule(
  'not here',
  'do = "deny"\npaths = ["frozen/**"]\nwhy = "frozen for the release"',
  file('frozen/a.md'),
  file('a.md'),
)

let rules: Folder
let world: World

beforeAll(async () => {
  rules = await makeFolder('rules', { 'policy.toml': POLICY, 'runner.toml': RUNNER_RULES })
  world = await startWorld({
    files: {
      'policy.toml': rule('mine', 'do = "allow"\npaths = ["**"]\nwhy = "x"', file('a'), line('ls')),
      'src/a.txt': 'a\n',
      'src/linked.txt': 'a\n',
    },
    serve: ['--policy', rules.at('policy.toml'), '--rules', rules.at('runner.toml')],
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rules[Symbol.asyncDispose]()
})

const write = (path: string) => world.agent.call('write_file', { path, content: 'x\n' })
const run = (command: string, ...args: string[]) => world.agent.call('execute_command', { command, args })
const shell = (command: string) => world.agent.call('run_command', { command })

scenario(
  'rules allow, ask and deny, the strongest first, and lift no refusal',
  {
    verifies: [
      'risk.rules',
      'risk.rules.order',
      'risk.rules.cover-high',
      'risk.rules.no-lifting',
      'risk.rules.not-from-workspace',
      'approvals.grant-rules',
      'rest.policy',
    ],
  },
  async () => {
    const allowed = await write('docs/a.md')
    expect(await world.agent.see(allowed.tool_id)).toMatchObject({ status: 'completed', cleared_by: { kind: 'rule', rule: 'docs' } })
    expect(await write('docs/a.sh')).toMatchObject({ status: 'awaiting_approval' })
    expect(await write('bin/a.sh')).toMatchObject({ status: 'completed' })
    const asked = await write('docs/legal/a.md')
    expect(asked).toMatchObject({ status: 'awaiting_approval' })
    await world.operator.approve(asked.approval_id as string, { scope: 'session', cover_high: true })
    expect(await write('docs/legal/b.md')).toMatchObject({ status: 'awaiting_approval' })
    expect(await run('git', 'push')).toMatchObject({
      status: 'failed',
      error_code: 'POLICY_DENIED',
      error: expect.stringContaining('people release'),
    })
    expect(await world.agent.call('read_file', { path: '.env' })).toMatchObject({ error_code: 'SENSITIVE_FILE' })
    const policy = await world.operator.get(`/my/projects/${world.projectId}/policy`)
    expect(policy).toMatchObject({ version: 'e2e-7', commands: [{ name: 'true', risk: 'MEDIUM' }] })
  },
)

scenario(
  'a rule does not reach what a link leads to: the runner returns the call, and it is asked',
  { verifies: ['risk.rules.resolved'] },
  async () => {
    symlinkSync('../src/linked.txt', world.workspace.at('docs/link.md'))
    const asked = await write('docs/link.md')
    expect(asked).toMatchObject({ status: 'awaiting_approval' })
    expect(await world.workspace.read('src/linked.txt')).toBe('a\n')
    const again = { status: 'failed', error: 'once more', error_code: 'APPROVAL_NEEDED' }
    const runner = createApi(world.url, world.tokens.runner)
    const reply = await runner.post(`/my/projects/${world.projectId}/tools/${asked.tool_id}/result`, again)
    expect(reply).toMatchObject({ status: 'awaiting_approval' })
    await world.operator.approve(asked.approval_id as string)
    expect(await world.agent.end(asked.tool_id)).toMatchObject({ status: 'completed', cleared_by: { kind: 'person' } })
    expect(await world.workspace.read('src/linked.txt')).toBe('x\n')
    expect(JSON.stringify(await world.operator.get(`/my/projects/${world.projectId}/tools/${asked.tool_id}/record`))).toContain(
      'clearance.returned',
    )
  },
)

scenario(
  'a policy adds commands, asked and run, but none that is never allowed; wrong examples stop the start',
  { verifies: ['commands.policy-adds', 'commands.never-by-policy', 'risk.rules.examples'] },
  async () => {
    await using other = await startWorld({ serve: ['--policy', rules.at('policy.toml')] })
    const asked = await other.agent.call('execute_command', { command: 'true' })
    expect(asked).toMatchObject({ status: 'awaiting_approval' })
    await other.operator.approve(asked.approval_id as string)
    expect(await other.agent.end(asked.tool_id)).toMatchObject({ status: 'completed', result: { exit_code: 0 } })
    writeFileSync(rules.at('never.toml'), '[[command]]\nname = "sudo"\nwhy = "x"\n')
    await expect(startWorld({ serve: ['--policy', rules.at('never.toml')] })).rejects.toThrow(/never allowed/)
    writeFileSync(rules.at('wrong.toml'), rule('docs', 'do = "allow"\npaths = ["docs/**"]\nwhy = "x"', file('a.md'), file('b.md')))
    await expect(startWorld({ serve: ['--policy', rules.at('wrong.toml')] })).rejects.toThrow(/line 1.*must match/)
  },
)

scenario('the rules of the runner only tighten', { verifies: ['risk.rules.runner'] }, async () => {
  const { tool_id } = await write('frozen/a.md')
  const ended = await world.agent.end(tool_id)
  expect(ended).toMatchObject({ status: 'failed', error_code: 'POLICY_DENIED', error: expect.stringContaining('frozen for the release') })
  expect(world.workspace.has('frozen/a.md')).toBe(false)
})

scenario(
  'a shell line is judged part by part; what is not understood is HIGH or refused',
  { verifies: ['commands.not-understood', 'commands.cd'] },
  async () => {
    const risks = async (command: string) => {
      const { tool_id } = await shell(command)
      return (await world.agent.see(tool_id)).risk_level
    }
    expect(await risks('cat src/a.txt && ls')).toBe('MEDIUM')
    expect(await risks('cat $(ls)')).toBe('HIGH')
    expect(await shell('echo "open')).toMatchObject({ status: 'failed', error_code: 'INVALID_ARGUMENTS' })
    expect(await shell('ls; rm -rf .')).toMatchObject({ error_code: 'COMMAND_NOT_ALLOWED' })
    const asked = await shell('cd src && cat a.txt')
    if (asked.approval_id) await world.operator.approve(asked.approval_id)
    expect(await world.agent.end(asked.tool_id)).toMatchObject({ status: 'completed', result: { stdout: 'a\n' } })
    expect(await shell('cd .. && ls')).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
  },
)

scenario(
  'a file that would run later goes to quarantine, and the sandbox has limits',
  { verifies: ['commands.sandbox.quarantine', 'commands.sandbox.limits'] },
  async () => {
    const source = `import { readFileSync, writeFileSync } from 'node:fs'
      writeFileSync('.envrc', 'x')
      process.stdout.write(readFileSync('/proc/self/limits', 'utf8'))\n`
    await world.workspace.write('plant.mjs', source)
    const asked = await run('node', 'plant.mjs')
    if (asked.approval_id) await world.operator.approve(asked.approval_id)
    const { result } = (await world.agent.end(asked.tool_id)) as { result: { stdout: string; stderr: string } }
    expect(result.stderr).toContain('.envrc')
    expect(world.workspace.has('.envrc')).toBe(false)
    for (const name of ['Max data size', 'Max processes', 'Max file size'])
      expect(result.stdout).toMatch(new RegExp(`^${name} +[0-9]`, 'm'))
  },
)
