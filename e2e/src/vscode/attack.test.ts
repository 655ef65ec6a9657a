// What an agent tries in a window of VS Code: words that become links, and an answer by a command that no person gave.
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { sharedSignedIn, sharedVsCodeWorld } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { notification } from './world/vscode-window.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld()
const page = sharedSignedIn(browser, world)

vscodeTest('text of an agent makes no link in a notification', async () => {
  const message = 'Read [the details](command:countersign.signOut) first'
  await world().agent.call('prompt_user', { message, actions: ['yes', 'no'] }, { wait_seconds: 0 })
  const shown = notification(page(), 'the details').first()
  await shown.waitFor()
  expect(await shown.locator('a[href], .notification-list-item-message a').count()).toBe(0)
  expect(await shown.textContent()).toContain('command:countersign.signOut')
})

vscodeTest('the command of the title approves nothing while its diff is not on top', async () => {
  const { agent, host } = world()
  const asked = await agent.call('write_file', { path: 'unseen.md', content: 'unseen\n' }, { wait_seconds: 0 })
  const uri = { scheme: 'countersign-preview', query: `approval=${asked.approval_id}` }
  await notification(page(), 'unseen.md').first().waitFor()
  await host.run((editor, given) => editor.commands.executeCommand('countersign.approveDiff', given), uri)
  expect(await agent.see(asked.tool_id)).toMatchObject({ status: 'awaiting_approval' })
})
