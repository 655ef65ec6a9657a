// The command line: what a person pastes into a terminal, as separate processes.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { LIMITS } from '@countersign/protocol'
import { expect } from 'vitest'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { startCommand } from '../world/processes/child.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function run(args: readonly string[], options: { env?: Record<string, string>; input?: string } = {}): Promise<Ran> {
  await using child = startCommand([...args, '--data', world().data.path], { input: '', ...options })
  const { code } = await child.ended
  return { code, stdout: child.stdout(), stderr: child.stderr() }
}

const asOperator = () => ({ env: { COUNTERSIGN_OPERATOR_TOKEN: world().tokens.operator } })
const json = async <T>(args: readonly string[], options = {}) => JSON.parse((await run([...args, '--json'], options)).stdout) as T

scenario('a read runs at once, and rm is refused in words', { verifies: ['cli.call'] }, async () => {
  const read = await run(['call', 'read_file', '{"path":"README.md"}'])
  expect(read).toMatchObject({ code: 0, stdout: '# Sample\n\nHello from the workspace.\n' })
  const refused = await run(['call', 'execute_command', '{"command":"rm","args":["-rf","/"]}'])
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('Command not allowed: rm')
})

scenario(
  'a write waits, is shown with its diff, and runs when approved',
  { verifies: ['cli.pending', 'cli.approve', 'cli.history'] },
  async () => {
    const asked = await json<{ status: string; approval_id: string }>([
      'call',
      'write_file',
      '{"path":"notes/today.md","content":"# Today\\n"}',
      '--no-wait',
    ])
    expect(asked.status).toBe('awaiting_approval')
    const shown = await run(['pending'])
    expect(shown.stdout).toContain('Write notes/today.md')
    expect(shown.stdout).toContain('+# Today')
    expect(await run(['approve', asked.approval_id], asOperator())).toMatchObject({ code: 0 })
    const past = await json<{ tool_name: string; status: string }[]>(['history', '--tool', 'write_file'])
    expect(past[0]).toMatchObject({ tool_name: 'write_file' })
  },
)

scenario('a rejection reaches the agent in those words', { verifies: ['cli.reject'] }, async () => {
  const call = run(['call', 'write_file', '{"path":"no.md","content":"x"}'])
  const approval = await eventually('the question', async () =>
    (await world().operator.pending()).find(({ description }) => description === 'Write no.md'),
  )
  await run(['reject', approval.id, '--reason', 'not on a Friday'], asOperator())
  const { code, stdout } = await call
  expect(code).toBe(1)
  expect(stdout).toContain('not on a Friday')
})

scenario("answers need a terminal or the operator's token", { verifies: ['access.cli-needs-terminal', 'cli.token'] }, async () => {
  for (const args of [['approve'], ['reject'], ['token', '--role', 'operator']]) expect((await run(args)).code, args[0]).toBe(2)
  const created = await run(['token', '--role', 'agent', '--agent', 'helper'], asOperator())
  expect(created.code).toBe(0)
  expect((await createApi(world().url, created.stdout.trim()).request('GET', '/my/projects')).status).toBe(200)
})

scenario('a policy check judges one call or many', { verifies: ['cli.policy-check', 'risk.policy-check'] }, async () => {
  const lines = [
    { id: 1, tool: 'read_file', params: { path: 'README.md' } },
    { id: 2, tool: 'write_file', params: { path: 'a.sh', content: '' } },
    { id: 3, tool: 'execute_command', params: { command: 'rm' } },
  ]
  await using child = startCommand(['policy', 'check', '--jsonl'], { input: lines.map((line) => `${JSON.stringify(line)}\n`).join('') })
  expect(await child.ended).toMatchObject({ code: 0 })
  const verdicts = child
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(verdicts).toMatchObject([
    { id: 1, decision: 'allow', risk: 'LOW' },
    { id: 2, decision: 'ask', risk: 'HIGH' },
    { id: 3, decision: 'deny', code: 'COMMAND_NOT_ALLOWED' },
  ])
  expect(verdicts.every(({ reasons }) => Array.isArray(reasons))).toBe(true)
})

scenario(
  'the log verifies, is exported with a signed head, and any edit shows',
  { verifies: ['cli.audit', 'log.verify', 'log.export', 'log.chain', 'log.head-signed'] },
  async () => {
    await world().agent.call('read_file', { path: 'README.md' })
    expect(await run(['audit', 'verify'])).toMatchObject({ code: 0 })
    const file = world().data.at('export.jsonl')
    expect(await run(['audit', 'export', '--out', file])).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run(['audit', 'verify', '--export', file])).toMatchObject({ code: 0 })
    writeFileSync(file, readFileSync(file, 'utf8').replace('read_file', 'list_directory'))
    expect((await run(['audit', 'verify', '--export', file])).code).toBe(1)
  },
)

scenario('doctor tells what is here and shows every limit', { verifies: ['cli.doctor', 'limits.doctor'] }, async () => {
  const { findings, limits } = await json<{ findings: { name: string }[]; limits: object }>(['doctor'])
  expect(findings.map(({ name }) => name)).toEqual(expect.arrayContaining(['node', 'sandbox', 'server']))
  expect(limits).toEqual(LIMITS)
})

scenario('a server without configured auth listens on loopback only', { verifies: ['access.loopback'] }, async () => {
  await using child = startCommand(['serve', '--host', '0.0.0.0', '--port', '0', '--data', world().data.at('other')])
  expect((await child.ended).code).not.toBe(0)
  expect(child.stderr()).toContain('auth')
})

scenario("a runner refuses a workspace that is not one project's", { verifies: ['paths.workspace-refused', 'cli.runner'] }, async () => {
  await using data = await makeFolder('data')
  for (const workspace of ['/', homedir(), '/etc', '/usr/lib', data.path, data.at('runner/inside')]) {
    await using child = startCommand(['runner', '--server', world().url, '--workspace', workspace, '--data', data.at('runner')], {
      env: { COUNTERSIGN_TOKEN: world().tokens.runner },
    })
    expect((await child.ended).code, workspace).not.toBe(0)
  }
})

scenario('the README says what Countersign does not hold', { verifies: ['access.readme-says'] }, async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  expect(readme).toMatch(/does not hold an agent that has its own shell outside it/)
})

scenario('a part of a change is approved by its hunk', { verifies: ['approvals.part-cli'] }, async () => {
  const { agent, workspace } = world()
  const lines = Array.from({ length: 20 }, (_, nth) => `line ${nth + 1}\n`).join('')
  await workspace.write('part.md', lines)
  const asked = await agent.call('write_file', { path: 'part.md', content: lines.replace('line 2\n', 'two\n').replace('line 18\n', '') })
  const id = asked.approval_id ?? ''
  const listed = await run(['pending', '--lines'])
  expect(listed.stdout).toMatch(/hunk 1[\s\S]*-line 2[\s\S]*hunk 2[\s\S]*-line 18/)
  expect(listed.stdout).toContain(`approve ${id} --hunks 1`)
  expect(await run(['approve', id, '--hunks', '9'], asOperator())).toMatchObject({ code: 1 })
  expect(await run(['approve', id, '--hunks', '2', '--hunk-comment', '1=two is a word'], asOperator())).toMatchObject({ code: 0 })
  await agent.end(asked.tool_id)
  expect(await workspace.read('part.md')).toBe(lines.replace('line 18\n', ''))
  expect((await agent.get<{ report: string }>(`/my/tools/${asked.tool_id}`)).report).toContain('> two is a word')
})
