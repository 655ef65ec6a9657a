// A signed-in window whose server is away: it says which server, what can be done, and connects by itself when the server is back.
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { logOf } from './world/log.ts'
import { sharedSignedIn, sharedVsCodeWorld } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { countersignStatus, notification, pressNotification, quickInput } from './world/vscode-window.ts'
import { untilConnected } from './world/vscode-world.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld()
const page = sharedSignedIn(browser, world)

const NOWHERE = 'http://127.0.0.1:9'

vscodeTest('a server that stays away is named, signing in elsewhere is offered, and the sign-in is kept if that fails', async () => {
  await world().server().stop()
  await countersignStatus(page())
    .and(page().getByLabel(`No answer from ${world().url}. Click to choose what to do.`))
    .waitFor()
  await pressNotification(page(), `No answer from ${world().url}. Is the server running?`, 'Sign In Elsewhere')
  await quickInput(page()).fill(NOWHERE)
  await quickInput(page()).press('Enter')
  await notification(page(), `No answer from ${NOWHERE}. Is the server running?`).waitFor()
  await world().restartServer()
  await untilConnected(page())
})

vscodeTest('the log says what the window did, and holds no credential', async () => {
  const asked = await world().agent.call('execute_command', { command: 'node', args: ['count.mjs'] })
  await pressNotification(page(), 'node count.mjs', 'Approve')
  expect((await world().agent.end(asked.tool_id)).status).toBe('completed')
  const lines = () => logOf(world())
  for (const said of [
    'info the extension is active {"version":',
    `info signed in {"url":"${world().url}"}`,
    `"project":"${world().projectId}","url":"${world().url}"}`,
    'info connected {"folder":',
    'warn the server does not answer; trying again',
    `info an answer is needed {"approval":"${asked.approval_id}","tool":"execute_command","risk":"MEDIUM"`,
    `info answered, expired or cancelled {"approval":"${asked.approval_id}"}`,
  ])
    await expect.poll(lines).toContain(said)
  expect(await lines()).not.toMatch(/eyJ[\w-]{8,}\.[\w-]{8,}/)
})
