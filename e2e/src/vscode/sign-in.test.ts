// Signing in: the person compares a short code, and what becomes of it is told. The credentials stay in the secret storage of VS Code.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSqliteStore } from '@countersign/server'
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { createApi } from '../world/clients/api.ts'
import { openWindow, sharedVsCodeWorld } from './world/shared.ts'
import { signedIn } from './world/signed-in.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { countersignStatus, notification, runFromPalette, showView } from './world/vscode-window.ts'
import { shownCode, signIn, untilConnected, type VsCodeWorld } from './world/vscode-world.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld()

const signedOut = /Not signed in/

vscodeTest('a code that is refused, one that nobody confirms in time, and a server that is away are told in a sentence', async () => {
  const page = await openWindow(browser(), world(), { open: world().workspace.path })
  const status = countersignStatus(page)
  await runFromPalette(page, 'Countersign: Sign In')
  const refused = await shownCode(page)
  await notification(page, `confirm the code ${refused} on the page or in the terminal of the server`).waitFor()
  const wrong = refused.endsWith('0') ? refused.replace(/0$/, '1') : refused.replace(/.$/, '0')
  expect((await world().operator.request('POST', '/my/devices/allow', { body: { user_code: wrong } })).status).toBe(404)
  await status.filter({ hasText: refused }).waitFor()
  await world().operator.post('/my/devices/refuse', { user_code: refused })
  await notification(page, 'The request for access was refused.').waitFor()
  await status.and(page.getByLabel(signedOut)).waitFor()
  await runFromPalette(page, 'Countersign: Sign In')
  await expireRequest(world(), await shownCode(page))
  await notification(page, 'Nobody confirmed the code in time. Sign in again.').waitFor()
  await status.and(page.getByLabel(signedOut)).waitFor()
  await world().server().stop()
  await runFromPalette(page, 'Countersign: Sign In')
  await notification(page, `No answer from ${world().url}. Is the server running?`).waitFor()
  await world().restartServer()
})

vscodeTest('the credentials are in no file and no setting, survive a reload, and the one of the agent cannot approve', async () => {
  const page = await openWindow(browser(), world(), { open: world().workspace.path })
  await signIn(page, world())
  const { operator, agent } = await signedIn(world())
  expect(operator).not.toBe(agent)
  const { vscode, workspace } = world()
  for (const folder of [vscode.data.path, vscode.home.path, workspace.path]) expect(await filesWith(folder, [operator, agent])).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(operator)
  const settings = await world().host.run((editor) => JSON.stringify(editor.workspace.getConfiguration()), undefined)
  expect(settings).not.toContain(operator)
  const asked = await world().agent.call('create_directory', { path: 'kept' })
  const path = `/my/projects/${world().projectId}/approvals/${asked.approval_id}/approve`
  const reply = await createApi(world().url, agent).request('POST', path, { body: { decision: 'approved' } })
  expect(reply).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } })
  expect((await world().agent.see(asked.tool_id)).status).toBe('awaiting_approval')
  await showView(page, 'Countersign')
  await page.reload()
  await untilConnected(page)
  expect((await signedIn(world())).operator).toBe(operator)
  await runFromPalette(page, 'Countersign: Sign Out')
  await countersignStatus(page).and(page.getByLabel(signedOut)).waitFor()
})

/** As if its ten minutes were over; the request itself survives the restart. */
async function expireRequest({ server, data, restartServer }: VsCodeWorld, user_code: string): Promise<void> {
  await server().stop()
  {
    await using store = await openSqliteStore({ path: data.at('countersign.sqlite') })
    await store.transact(async (tx) => {
      const [device] = await tx.devices.find({ equal: { user_code } })
      if (!device) throw new Error('nobody asks for access')
      await tx.devices.update({ ...device, expires_at: device.created_at })
    })
  }
  await restartServer()
}

/** Files below a folder that hold one of the texts. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(paths.map(async (path) => ({ path, content: await readFile(path, 'latin1') })))
  return contents.filter(({ content }) => texts.some((text) => content.includes(text))).map(({ path }) => path)
}
