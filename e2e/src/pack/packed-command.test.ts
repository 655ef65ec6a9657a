// `npm run pack`, installed by an ordinary user who has nothing but Node 24: everything works from it.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { connectMcp } from '../world/clients/mcp-client.ts'
import type { Child } from '../world/processes/child.ts'
import type { Ready } from '../world/processes/server.ts'
import { type InstalledCommand, installCommand, type RunOptions } from './installed-command.ts'

const MAX_BYTES = 12e6
let command: InstalledCommand
let server: Child
let ready: Ready
let workspace: string

beforeAll(async () => {
  command = await installCommand()
  workspace = await command.makeFolder('thing')
  writeFileSync(join(workspace, 'README.md'), '# Thing\n\nA needle in a folder.\n')
  server = command.start(['serve', '--port', '0', '--ready-file', command.home.at('ready.json')], { cwd: workspace })
  ready = await readReady('ready.json', server)
}, 240_000)

afterAll(async () => {
  await server?.stop()
  await command?.[Symbol.asyncDispose]()
})

const readReady = (name: string, child: Child): Promise<Ready> =>
  eventually('the server to be ready', () => {
    if (child.hasEnded) throw new Error(`the server ended: ${child.stderr()}`)
    return existsSync(command.home.at(name)) ? (JSON.parse(readFileSync(command.home.at(name), 'utf8')) as Ready) : undefined
  })

/** Prints what it printed where it fails. */
async function countersign(args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await command.run(args, options)
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  return stdout
}

const asOperator = () => ({ env: { COUNTERSIGN_OPERATOR_TOKEN: ready.tokens.operator } })

scenario('the package is small, asks for no other and leads nowhere outside', { verifies: ['install.package'] }, async () => {
  expect(statSync(command.packed).size).toBeLessThanOrEqual(MAX_BYTES)
  const manifest = JSON.parse(readFileSync(join(command.folder, 'package.json'), 'utf8'))
  expect(Object.keys(manifest).sort()).toEqual(['bin', 'description', 'engines', 'license', 'name', 'type', 'version'])
  const scripts = globSync('**/*.js', { cwd: join(command.folder, 'lib') }).map((file) =>
    readFileSync(join(command.folder, 'lib', file), 'utf8'),
  )
  const files = scripts.flatMap((text) => [...text.matchAll(/new URL\("([^"]+)",\s*import[.]meta[.]url\)/g)].map(([, file = '']) => file))
  expect(files).toEqual(expect.arrayContaining(['../page', '../countersign.mjs', './search-worker.js', './tree-sitter-bash.wasm']))
  expect(files.filter((file) => !existsSync(join(command.folder, 'lib', file)))).toEqual([])
  const licences = readFileSync(join(command.folder, 'THIRD-PARTY.txt'), 'utf8')
  for (const name of ['fastify', 'undici', 'prom-client', 'react', 'tailwindcss', 'tree-sitter-bash', 'web-tree-sitter'])
    expect(licences).toMatch(new RegExp(`^${name} \\d.*: MIT$|^${name} \\d.*: Apache-2.0$`, 'm'))
})

scenario('an older Node says in one sentence what is needed', { verifies: ['install.older-node'] }, async () => {
  const preload = command.home.at('older.cjs')
  writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`)
  const { status, stderr } = spawnSync(process.execPath, ['--require', preload, join(command.folder, 'countersign.mjs')], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^countersign needs Node 24 or newer, and this is v\d+\.\d+\.\d+: .+\.\n$/)
})

scenario('demo tells its whole story', { verifies: ['install.works'] }, async () => {
  expect(await countersign(['demo'])).toContain('Everything went as told.')
})

scenario('serve works on the folder in which it was started', { verifies: ['install.works', 'cli.serve-here'] }, async () => {
  expect(server.stdout()).toContain(`workspace ${workspace}`)
  expect(await countersign(['call', 'read_file', '{"path":"README.md"}'])).toContain('A needle')
  expect(await countersign(['call', 'search_in_project', '{"query":"need[a-z]+","regex":true}'])).toContain('README.md')
  expect(await countersign(['call', '--help'])).toContain('read_file, ')
  const inHome = await command.run(['serve', '--port', '0'])
  expect(inHome).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the folder of one project') })
})

scenario('a write and a shell line wait, are shown and run when approved', { verifies: ['install.works'] }, async () => {
  const calls = [
    { tool: 'write_file', params: { path: 'new.md', content: '# New\n' }, shown: '+# New', makes: 'new.md' },
    { tool: 'run_command', params: { command: 'wc -l README.md > lines.txt' }, shown: 'wc -l README.md', makes: 'lines.txt' },
  ]
  for (const { tool, params, shown, makes } of calls) {
    const asked = JSON.parse(await countersign(['call', tool, JSON.stringify(params), '--no-wait', '--json']))
    expect(await countersign(['pending'])).toContain(shown)
    expect(await countersign(['approve', asked.approval_id], asOperator())).toContain('approved')
    await eventually(makes, () => existsSync(join(workspace, makes)))
  }
  expect(await countersign(['history'])).toContain('run_command')
})

scenario('the page is inside', { verifies: ['install.works'] }, async () => {
  expect(await countersign(['page'], asOperator())).toContain(`${ready.url}/#code=`)
  const html = await (await fetch(ready.url)).text()
  const script = /src="[.](\/assets\/[^"]+[.]js)"/.exec(html)?.[1]
  const { status, headers } = await fetch(`${ready.url}${script}`)
  expect({ status, type: headers.get('content-type') }).toMatchObject({ status: 200, type: expect.stringContaining('javascript') })
})

scenario('agents speak MCP with it, over HTTP and on stdio', { verifies: ['install.works'] }, async () => {
  const { url, project_id: projectId, tokens } = ready
  await using agent = await connectMcp({ url, projectId, tokens, data: command.home }, 'http')
  expect((await agent.call('read_file', { path: 'README.md' })).text).toContain('A needle')
  await using child = command.start(['mcp'])
  const send = (message: object) => child.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test client', version: '1.0.0' }
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  await eventually('the first answer', () => child.stdout().includes('"id":1'))
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: 'read_file', arguments: { path: 'README.md' } } })
  await eventually('the result', () => child.stdout().includes('A needle'))
})

scenario('doctor, policy check and audit verify work', { verifies: ['install.works'] }, async () => {
  const { findings } = JSON.parse((await command.run(['doctor', '--json'])).stdout)
  expect(findings).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'server', ok: true })]))
  const { stdout } = await command.run(['policy', 'check', 'run_command', '{"command":"ls && { sudo ls; }"}'])
  expect(stdout).toContain('Command not allowed: sudo')
  expect(await countersign(['audit', 'verify'])).toContain('verify')
  expect((await fetch(`${ready.url}/metrics`)).status).toBe(200)
})

scenario('a runner of its own joins a server', { verifies: ['install.works'] }, async () => {
  const data = ['--data', command.home.at('other')]
  const readyFile = ['--ready-file', command.home.at('other.json')]
  await using alone = command.start(['serve', '--no-runner', '--workspace', workspace, '--port', '0', ...data, ...readyFile])
  const { url, tokens } = await readReady('other.json', alone)
  const place = ['--workspace', workspace, '--data', command.home.at('other-runner')]
  await using _runner = command.start(['runner', '--server', url, ...place], { env: { COUNTERSIGN_TOKEN: tokens.runner } })
  expect(await countersign(['call', 'read_file', '{"path":"README.md"}', ...data])).toContain('A needle')
})

scenario('a program that starts the runner speaks to it on stdio', { verifies: ['install.works'] }, async () => {
  const calls = [
    { type: 'tool_call', call_id: '1', tool_name: 'run_command', args: { command: 'cat README.md' } },
    { type: 'tool_call', call_id: '2', tool_name: 'search_in_project', args: { query: 'needle' } },
  ]
  const input = calls.map((call) => `${JSON.stringify(call)}\n`).join('')
  const { stdout } = await command.run(['runner', '--stdio', '--workspace', workspace, '--approve', 'all'], { input })
  const results = stdout.split('\n').filter((line) => line.includes('"tool_result"'))
  expect(results.filter((line) => line.includes('A needle'))).toHaveLength(2)
})
