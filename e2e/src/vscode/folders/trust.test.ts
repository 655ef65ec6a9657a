// A folder that the person does not trust: nothing but reads, until trust is granted.
import type { ToolView } from '@countersign/protocol'
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { callAndApprove } from '../../world/shared-world.ts'
import { openWindow, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { runFromPalette, statusItem } from '../world/vscode-window.ts'
import { signIn } from '../world/vscode-world.ts'
import { clickUntilGone } from '../world/window/click.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld({ vscode: { trusted: false } })

const namesOffered = async (): Promise<string[]> => {
  const { tools } = await world().agent.get<{ tools: ToolView[] }>(`/my/projects/${world().projectId}/tools/available`)
  return tools.map(({ name }) => name)
}

vscodeTest('an untrusted workspace is only read; granting trust makes the rest available without a reload', async () => {
  const { agent, workspace, host } = world()
  const page = await openWindow(browser(), world(), { open: workspace.path })
  await statusItem(page, 'Restricted Mode').waitFor()
  await signIn(page, world())
  expect(await host.run((api) => api.workspace.isTrusted, undefined)).toBe(false)
  expect(await namesOffered()).toEqual(expect.arrayContaining(['read_file', 'list_directory', 'search_in_project', 'ide.symbols']))
  expect(await namesOffered()).not.toEqual(expect.arrayContaining(['write_file']))
  expect(await namesOffered()).not.toEqual(expect.arrayContaining(['execute_command']))
  expect(await agent.call('read_file', { path: 'config.json' })).toMatchObject({ status: 'completed' })
  const refused = {
    status: 'failed',
    error_code: 'PERMISSION_DENIED',
    error: expect.stringContaining('trust it in the editor'),
    advice: 'Until then, use the tools that read files.',
  }
  expect(await agent.call('write_file', { path: 'x.md', content: 'x' })).toMatchObject(refused)
  expect(await agent.call('execute_command', { command: 'ls' })).toMatchObject(refused)
  expect(workspace.has('x.md')).toBe(false)

  const [before] = await host.run((api) => [api.env.sessionId], undefined)
  await runFromPalette(page, 'Workspaces: Manage Workspace Trust')
  await clickUntilGone(page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }))
  await eventually('all tools', async () => (await namesOffered()).includes('write_file'))
  expect(await host.run((api) => [api.workspace.isTrusted, api.env.sessionId], undefined)).toEqual([true, before])
  const { view } = await callAndApprove(world(), 'write_file', { path: 'x.md', content: 'x' })
  expect(view.status).toBe('completed')
  expect(await workspace.read('x.md')).toBe('x')
  expect(await agent.call('execute_command', { command: 'ls' })).toMatchObject({ status: 'completed' })
})
