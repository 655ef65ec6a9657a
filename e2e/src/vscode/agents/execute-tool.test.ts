// EXECUTE_TOOL of the webview, and ToolHandler: each tool runs on the client, inside its folder, and its result reaches the server.
import { linkSync } from 'node:fs'
import type { ExecutionView } from '@countersign/protocol'
import { expect } from 'vitest'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { callAndApprove } from '../../world/shared-world.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { showView } from '../world/vscode-window.ts'
import { untilConnected } from '../world/vscode-world.ts'
import { openFile, typeAtLine } from '../world/window/editor.ts'
import { findWebview } from '../world/window/webview.ts'
import { executeTool, listenFor, post } from './webview-messages.ts'

const FILES = {
  'open.md': 'as it is on the disk\n',
  'linked.md': 'has two names\n',
  'wait.mjs':
    "import { existsSync } from 'node:fs'\nsetInterval(() => existsSync('go.txt') && (console.log('done'), process.exit(0)), 50)\n",
}
const browser = sharedBrowser()
const world = sharedVsCodeWorld({ world: { files: FILES, serve: ['--lease-seconds', '60'] } })
const page = sharedSignedIn(browser, world)

async function chat() {
  await showView(page(), 'Countersign')
  return findWebview(page(), 'textarea')
}

const lastCall = async (): Promise<ExecutionView | undefined> => {
  const { executions } = await world().operator.get<{ executions: ExecutionView[] }>('/my/tools/history?limit=1')
  return executions[0]
}

vscodeTest("EXECUTE_TOOL goes to the server as the operator's call, and its result comes back to the webview", async () => {
  const webview = await chat()
  expect(await executeTool(webview, 'read_file', { path: 'README.md' })).toMatchObject({
    success: true,
    result: { content: await world().workspace.read('README.md') },
  })
  expect(await lastCall()).toMatchObject({ tool_name: 'read_file', agent: 'operator:local', requires_approval: false })
  expect(await executeTool(webview, 'write_file', { path: 'own.md', content: 'mine\n' })).toMatchObject({ success: true })
  expect(await world().workspace.read('own.md')).toBe('mine\n')
  expect(await executeTool(webview, 'execute_command', { command: 'npm', args: ['test'] })).toMatchObject({
    success: false,
    error_code: 'FORBIDDEN',
  })
  expect(await executeTool(webview, 'no_such_tool', {})).toMatchObject({ success: false, error_code: 'TOOL_NOT_FOUND' })
})

vscodeTest('a message that is not in the table is dropped, and a route that hands out a credential is refused', async () => {
  const webview = await chat()
  const [dropped, refused] = [2_000_001, 2_000_002]
  const replies = await listenFor(webview, [dropped, refused])
  await post(webview, { type: 'EXECUTE_TOOL', id: dropped, tool: '', params: 'none' })
  await post(webview, { type: 'REQUEST', id: refused, method: 'POST', path: '/auth/refresh', headers: {} })
  expect(await executeTool(webview, 'list_directory', { path: '.' })).toMatchObject({ success: true })
  expect(await replies()).toEqual([{ type: 'BROKEN', id: refused, message: 'The page may not ask for POST /auth/refresh' }])
})

vscodeTest('ToolHandler: read_file, list_directory, write_file and execute_command are executed on the client', async () => {
  const { agent, workspace } = world()
  const editor = await openFile(page(), 'open.md')
  await typeAtLine(page(), editor, 1, 'typed, ')
  await expect
    .poll(async () => (await agent.call('read_file', { path: 'open.md' })).result)
    .toMatchObject({ content: 'typed, as it is on the disk\n' })
  const listed = await agent.call('list_directory', { path: '.' })
  expect(JSON.stringify(listed.result)).toContain('open.md')
  const written = await callAndApprove(world(), 'write_file', { path: 'notes/new.md', content: 'new\n' })
  expect(written.view).toMatchObject({ status: 'completed', result: { created: true } })
  expect(await workspace.read('notes/new.md')).toBe('new\n')
  const ran = await agent.call('execute_command', { command: 'cat', args: ['notes/new.md'] })
  expect(ran.result).toMatchObject({ exit_code: 0, stdout: 'new\n' })
})

vscodeTest('Path outside workspace: no tool leaves the folder of the window', async () => {
  const { agent } = world()
  for (const [tool, params] of [
    ['read_file', { path: '../secret.txt' }],
    ['read_file', { path: '/etc/passwd' }],
    ['write_file', { path: '../x.md', content: 'x' }],
    ['list_directory', { path: '..' }],
  ] as const) {
    const refused = await agent.call(tool, params)
    expect(refused).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
    expect(refused.error).toContain('Path outside workspace')
  }
})

vscodeTest('error handling: a command that takes too long ends with a timeout', async () => {
  const { view } = await callAndApprove(world(), 'execute_command', { command: 'node', args: ['wait.mjs'], timeout: 1 })
  expect(view).toMatchObject({ error_code: 'TIMEOUT' })
})

vscodeTest('error handling: a missing file', async () => {
  expect(await world().agent.call('read_file', { path: 'missing.md' })).toMatchObject({ status: 'failed', error_code: 'FILE_NOT_FOUND' })
})

vscodeTest('error handling: permission denied', async () => {
  linkSync(world().workspace.at('linked.md'), world().data.at('other-name.md'))
  const asked = await world().agent.call('write_file', { path: 'linked.md', content: 'x' })
  if (asked.approval_id) await world().operator.approve(asked.approval_id)
  expect(await world().agent.end(asked.tool_id)).toMatchObject({ status: 'failed', error_code: 'PERMISSION_DENIED' })
  expect(await world().workspace.read('linked.md')).toBe('has two names\n')
})

vscodeTest('retry: a result that finds no server is delivered when the server is back', async () => {
  const { agent, operator, workspace, server, restartServer } = world()
  const asked = await agent.call('execute_command', { command: 'node', args: ['wait.mjs'], timeout: 120 })
  await operator.approve(asked.approval_id ?? '')
  await expect.poll(async () => (await agent.see(asked.tool_id)).status).toBe('executing')
  await server().kill()
  await workspace.write('go.txt', '')
  await restartServer()
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'completed', result: { exit_code: 0, stdout: 'done\n' } })
  await untilConnected(page())
})
