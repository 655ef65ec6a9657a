// An approval that waits survives both ends: a server that is killed, and a window that is loaded again.
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, untilReady } from '../world/browser/cards.ts'
import { sharedSignedIn, sharedVsCodeWorld } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { countersignStatus, pressNotification, runFromPalette, showView } from './world/vscode-window.ts'
import { untilConnected } from './world/vscode-world.ts'
import { findApprovals } from './world/window/webview.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld()
const page = sharedSignedIn(browser, world)

const untilOneWaits = () => countersignStatus(page()).and(page().getByLabel('1 waiting for you')).waitFor()

vscodeTest('a server that is killed while an approval waits and started again is found again, and the approval is answered', async () => {
  const { agent, workspace } = world()
  const asked = await agent.call('write_file', { path: 'killed.md', content: 'x\n' })
  await untilOneWaits()
  await world().server().kill()
  await countersignStatus(page()).and(page().getByLabel('Connecting')).waitFor()
  await world().restartServer()
  await untilOneWaits()
  await world().runnerOnline()
  await runFromPalette(page(), 'Countersign: Show What Waits')
  const approve = buttonOf(cardOf(await findApprovals(page()), 'Write killed.md'), 'Approve')
  await untilReady(approve)
  await approve.click()
  expect((await agent.end(asked.tool_id)).status).toBe('completed')
  expect(await workspace.read('killed.md')).toBe('x\n')
  await untilConnected(page())
})

vscodeTest('a window that is loaded again while an approval waits connects by itself, asks again and takes the answer', async () => {
  const { agent } = world()
  const asked = await agent.call('execute_command', { command: 'node', args: ['count.mjs'] })
  // The view that a person works with comes back with the window, and starts the extension.
  await showView(page(), 'Countersign')
  await untilOneWaits()
  await page().reload()
  await untilOneWaits()
  await pressNotification(page(), 'node count.mjs', 'Approve')
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'completed', result: { stdout: 'counted\n' } })
})
