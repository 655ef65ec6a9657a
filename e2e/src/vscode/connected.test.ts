// Signed in: the window runs the tools of its folder, asks the person, and shows what changed.
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { openSignedIn, sharedVsCodeWorld } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { pressNotification } from './world/vscode-window.ts'
import { linesOf, openFile } from './world/window/editor.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld()

vscodeTest('a person signs in by a code, an agent reads, and an approved write appears in the open editor', async () => {
  const page = await openSignedIn(browser(), world())
  const { agent, workspace } = world()
  const read = await agent.call('read_file', { path: 'README.md' })
  expect(read.result).toMatchObject({ content: await workspace.read('README.md') })
  const editor = await openFile(page, 'config.json')
  const asked = await agent.call('execute_command', { command: 'node', args: ['count.mjs'] })
  expect(asked.status).toBe('awaiting_approval')
  await pressNotification(page, 'node count.mjs', 'Approve')
  expect((await agent.end(asked.tool_id)).status).toBe('completed')
  const write = await agent.call('write_file', { path: 'config.json', content: '{"api_url": "http://new.api.com"}\n' })
  await world().operator.approve(write.approval_id ?? '')
  expect((await agent.end(write.tool_id)).status).toBe('completed')
  await expect.poll(() => linesOf(editor)).toContain('{"api_url": "http://new.api.com"}')
})
