// Checks every view with axe, in light and dark, on a desktop and on a phone: nothing serious or critical. And no view is wider than the
// screen.
import { createClient } from '@countersign/client'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { describeViolation, violationsOf } from '../world/axe.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({
  files: { 'wait.mjs': "console.log('waiting')\nsetInterval(() => {}, 1_000)\nprocess.on('SIGTERM', () => process.exit(0))\n" },
})
const browser = sharedBrowser()

/** Everything that differs in dark mode. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }

const DIFF = '--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-# Sample\n+# Example\n'
const ids = { record: '', session: '' }

/** `ready` waits for content that shows that the view is filled. */
const VIEWS: Readonly<Record<string, { hash: () => string; ready: (page: Page) => Promise<void> }>> = {
  'first run': { hash: () => '#/chat', ready: (page) => page.getByRole('textbox', { name: 'Message to the agent' }).waitFor() },
  chat: { hash: () => `#/chat/${ids.session}`, ready: (page) => page.getByRole('log').getByText('README.md').first().waitFor() },
  approvals: { hash: () => '#/approvals', ready: (page) => page.getByRole('main').getByRole('article').first().waitFor() },
  files: { hash: () => '#/files/src/main.py', ready: (page) => page.getByRole('main').getByText('print').first().waitFor() },
  processes: { hash: () => '#/processes', ready: (page) => page.getByText('waiting').first().waitFor() },
  history: { hash: () => '#/history', ready: (page) => page.getByRole('region', { name: 'Calls', exact: true }).waitFor() },
  record: { hash: () => `#/history/${ids.record}`, ready: (page) => page.getByRole('heading', { name: 'Digests' }).waitFor() },
  grants: { hash: () => '#/grants', ready: (page) => page.getByText(/Allowed 1 call/).waitFor() },
  overview: { hash: () => '#/overview', ready: (page) => page.getByRole('heading', { name: 'Calls by day' }).waitFor() },
}

beforeAll(async () => {
  const { agent, operator, projectId } = world()
  const chat = `/my/projects/${projectId}/chat`
  const sent = await operator.post<{ session_id: string; turn_id: string }>(`${chat}/messages`, { content: 'list the files' })
  ids.session = sent.session_id
  await eventually('the end of the turn', async () => {
    const { turn } = await operator.get<{ turn: { status: string } }>(`${chat}/turns/${sent.turn_id}`)
    return turn.status !== 'running'
  })
  const written = await callAndApprove(world(), 'write_file', { path: 'a.md', content: 'a\n' }, { scope: 'class', grant_seconds: 3_600 })
  ids.record = written.view.tool_id
  await agent.call('write_file', { path: 'b.md', content: 'b\n' })
  await callAndApprove(world(), 'run_persistent', { command: 'node wait.mjs', process_id: 'web' })
  await agent.call('delete_file', { path: 'config.json' })
  await agent.call('execute_command', { command: 'node', args: ['count.mjs'] })
  await agent.call('apply_patch_review', { diff: DIFF }, { wait_seconds: 0 })
  await eventually('three questions', async () => (await operator.pending()).length === 3)
})

test.each([1280, 360])('every view in light and dark, %i pixels wide', { timeout: 480_000 }, async (width) => {
  const { page } = await openPage(browser(), world(), { viewport: { width, height: 800 } })
  for (const [name, { hash, ready }] of Object.entries(VIEWS)) {
    await wear(page, 'light')
    await page.goto(`${world().url}/${hash()}`)
    await ready(page)
    expect(await findingsOf(page), name).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width)
    await wear(page, 'dark')
    expect(await findingsOf(page, COLOURS), `${name}, dark`).toEqual([])
  }
})

test.each([1280, 360])('the question about a device, and its card, %i pixels wide', async (width) => {
  const { operator, url } = world()
  const asked = await createClient({ url }).askForAccess({ body: { name: 'VS Code on workstation', folders: ['thing'] } })
  const { page } = await openPage(browser(), world(), { viewport: { width, height: 800 }, hash: '#/grants' })
  const dialog = page.getByRole('dialog', { name: 'Access for a device' })
  const check = async (what: string) => {
    await wear(page, 'light')
    expect(await findingsOf(page), what).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width)
    await wear(page, 'dark')
    expect(await findingsOf(page, COLOURS), `${what}, dark`).toEqual([])
  }
  await dialog.getByText(asked.user_code, { exact: true }).waitFor()
  await check('dialog')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('region', { name: 'Devices' }).getByText(asked.user_code, { exact: true }).waitFor()
  await check('card')
  await operator.post('/my/devices/refuse', { user_code: asked.user_code })
})

/** Until its colours have changed, and no transition is running. */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((wanted) => getComputedStyle(document.documentElement).colorScheme === wanted, colorScheme)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
}

test('what is wrong would be found', async () => {
  const { page } = await openPage(browser(), world())
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  expect(await findingsOf(page)).toEqual([expect.stringContaining('button-name')])
  await wear(page, 'dark')
  await page.evaluate(() => {
    const pale = Object.assign(document.createElement('p'), { textContent: 'hardly to be read' })
    pale.style.cssText = 'color: #333; background: #222'
    document.querySelector('main')?.append(pale)
  })
  expect(await findingsOf(page, COLOURS)).toEqual([expect.stringContaining('color-contrast')])
})

const findingsOf = async (page: Page, options: RunOptions = {}): Promise<string[]> =>
  (await violationsOf(page, options)).filter(({ impact }) => impact === 'serious' || impact === 'critical').map(describeViolation)
