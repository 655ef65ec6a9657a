// Several approvals: the keyboard, no answer before the card could be seen, many at once, other windows, expiry, and notifications.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openPage, SERVER_AWAY, sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, nothingWaits, rejectAll, untilReady } from '../world/browser/cards.ts'
import { launchWithNotifications, PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { sharedWorld } from '../world/shared-world.ts'
import { startWorld } from '../world/world.ts'

const world = sharedWorld()
const browser = sharedBrowser()
const LONG = { timeout: PAGE_MILLISECONDS }
afterEach(() => rejectAll(world()))
const open = (more = {}) => openPage(browser(), world(), { hash: '#/approvals', ...more })
const write = (path: string) => world().agent.call('write_file', { path, content: 'x\n' })
const statusOf = async (id: string) => (await world().agent.end(id)).status
const hasFocus = (page: Page, path: string) =>
  buttonOf(cardOf(page, `Write ${path}`), 'Reject').evaluate((button) => button === document.activeElement)

describe('the queue', () => {
  test('has nothing armed before half a second has passed, neither for mouse nor keyboard; Reject has the focus', async () => {
    const { page } = await open()
    await nothingWaits(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked = await write('armed.md')
    const card = cardOf(page, 'Write armed.md')
    await card.getByText('+x').waitFor()
    await expect.poll(() => hasFocus(page, 'armed.md'), LONG).toBe(true)
    await page.clock.runFor(400)
    for (const name of ['Approve', 'Reject']) {
      expect(await buttonOf(card, name).getAttribute('aria-disabled')).toBe('true')
      await buttonOf(card, name).click({ force: true })
    }
    for (const key of ['a', 'r', 'Enter', 'Space']) await page.keyboard.press(key)
    expect((await world().agent.see(asked.tool_id)).status).toBe('awaiting_approval')
    await page.clock.runFor(200)
    await untilReady(buttonOf(card, 'Approve'))
    await page.keyboard.press('a')
    expect(await statusOf(asked.tool_id)).toBe('completed')
  })

  test('is walked with j and k, answered with a and r, edited with e, explained with ?', async () => {
    const [one, two, three] = [await write('one.md'), await write('two.md'), await write('three.md')]
    const { page } = await open()
    await expect.poll(() => hasFocus(page, 'one.md'), LONG).toBe(true)
    await page.keyboard.press('j')
    await expect.poll(() => hasFocus(page, 'two.md'), LONG).toBe(true)
    await page.keyboard.press('j')
    await expect.poll(() => hasFocus(page, 'three.md'), LONG).toBe(true)
    await page.keyboard.press('k')
    await expect.poll(() => hasFocus(page, 'two.md'), LONG).toBe(true)
    await untilReady(buttonOf(cardOf(page, 'Write two.md'), 'Approve'))
    await page.keyboard.press('a')
    expect(await statusOf(two.tool_id)).toBe('completed')
    await untilReady(buttonOf(cardOf(page, 'Write three.md'), 'Reject'))
    await page.keyboard.press('r')
    expect(await statusOf(three.tool_id)).toBe('rejected')
    await untilReady(buttonOf(cardOf(page, 'Write one.md'), 'Reject'))
    await page.keyboard.press('e')
    await cardOf(page, 'Write one.md').getByRole('region', { name: 'Edit before approving' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Edit before approving').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await world().agent.see(one.tool_id)).status).toBe('awaiting_approval')
  })

  test('answers the selected with the letters, wherever the person stands', async () => {
    const [one, two, three] = [await write('pick-1.md'), await write('pick-2.md'), await write('pick-3.md')]
    const { page } = await open()
    await expect.poll(() => hasFocus(page, 'pick-1.md'), LONG).toBe(true)
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.getByText('2 of 3 selected').waitFor()
    await untilReady(page.getByRole('button', { name: 'Approve 2' }))
    await untilReady(buttonOf(cardOf(page, 'Write pick-3.md'), 'Approve'))
    await page.keyboard.press('a')
    expect([await statusOf(one.tool_id), await statusOf(two.tool_id)]).toEqual(['completed', 'completed'])
    expect((await world().agent.see(three.tool_id)).status).toBe('awaiting_approval')
  })

  test('answers many at once, with a result for each', async () => {
    const calls = [await write('many-1.md'), await write('many-2.md'), await write('many-3.sh')]
    const { page } = await open()
    const box = (name: string) => page.getByRole('checkbox', { name: `Select: Write ${name}` })
    await box('many-1.md').check()
    await page.getByRole('region', { name: 'Selected questions' }).getByRole('button', { name: 'All' }).click()
    await page.getByText('3 of 3 selected').waitFor()
    const bar = page.getByRole('region', { name: 'Selected questions' })
    await untilReady(buttonOf(bar, 'Reject 3'))
    expect(await buttonOf(bar, 'Approve 3').getAttribute('aria-disabled')).toBe('true')
    await bar.getByRole('checkbox', { name: /of high risk/ }).check()
    // One of them is settled elsewhere while the answer is on its way.
    await page.route(/\/approvals\/batch$/, async (route) => {
      await world().operator.reject(calls[1]?.approval_id ?? '')
      await route.continue()
    })
    await buttonOf(bar, 'Approve 3').click()
    const results = page.getByRole('status', { name: 'Results' }).getByRole('listitem')
    await expect.poll(() => results.count(), LONG).toBe(3)
    await results.getByText('You approved').first().waitFor()
    await results.getByText('The answer was not accepted').waitFor()
    expect(await Promise.all(calls.map(({ tool_id }) => statusOf(tool_id)))).toEqual(['completed', 'rejected', 'completed'])
  })
})

describe('other windows', () => {
  test('drop what is answered in one of them, and say by whom', async () => {
    const asked = await write('both.md')
    const [first, second] = [await open(), await open()]
    await cardOf(second.page, 'Write both.md').waitFor()
    await buttonOf(cardOf(first.page, 'Write both.md'), 'Reject').click()
    await nothingWaits(second.page)
    await second.page.getByText(/Rejected elsewhere by \S+: Write both\.md/).waitFor()
    await first.page.getByText('You rejected: Write both.md').waitFor()
    expect(await statusOf(asked.tool_id)).toBe('rejected')
  })

  test('show the number that waits in title and navigation, and all of it again after a reload', async () => {
    await write('reload.md')
    const { page } = await open()
    await cardOf(page, 'Write reload.md').waitFor()
    await page.reload()
    await cardOf(page, 'Write reload.md').getByText('+x').waitFor()
    await expect.poll(() => page.title(), LONG).toContain('(1)')
    await buttonOf(cardOf(page, 'Write reload.md'), 'Reject').click()
    await expect.poll(() => page.title(), LONG).not.toContain('(1)')
  })
})

test('the time that is left is the server’s, also where the clock of this machine is an hour ahead', async () => {
  await write('clock.md')
  const { page } = await open()
  await page.clock.install({ time: Date.now() + 3_600_000 })
  await page.reload()
  const card = cardOf(page, 'Write clock.md')
  await expect.poll(() => card.getByRole('timer').textContent(), LONG).toMatch(/^[0-5]:\d\d$/)
  await untilReady(buttonOf(card, 'Approve'))
})

test.each(['ru', 'zh'])('a phone in %s has room for all of it', async (locale) => {
  await write('a-very-long-name-that-has-no-blank-in-it-'.repeat(4).slice(0, 120).concat('.md'))
  const { page } = await open({ locale, viewport: { width: 360, height: 740 } })
  const card = page.getByRole('main').getByRole('article').first()
  await card.getByText('+x').waitFor()
  await untilReady(card.getByRole('button', { name: locale === 'ru' ? 'Разрешить' : '批准', exact: true }))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await card.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})

test('an approval that expires says so', async () => {
  await using hasty = await startWorld({ serve: ['--approval-seconds', '4'] })
  const { page } = await openPage(browser(), hasty, { hash: '#/approvals', expectedErrors: SERVER_AWAY })
  await nothingWaits(page)
  const asked = await hasty.agent.call('write_file', { path: 'late.md', content: 'x\n' })
  await page.getByText('Expired without an answer, nothing was run: Write late.md').waitFor()
  expect((await hasty.agent.end(asked.tool_id)).status).toBe('timeout')
})

test('the page calls: read out, and by a notification with actions when it was allowed with the button', async () => {
  const withNotifications = await launchWithNotifications()
  onTestFinished(() => withNotifications.close())
  const { page, context } = await openPage(withNotifications, world(), { hash: '#/approvals' })
  await nothingWaits(page)
  await context.grantPermissions(['notifications'], { origin: new URL(world().url).origin })
  await page.reload()
  await nothingWaits(page)
  // A page without focus, as when another window is in front.
  await page.evaluate(() => Object.defineProperty(document, 'hasFocus', { value: () => false }))
  await page.getByRole('button', { name: 'Sound and notifications' }).click()
  expect(await page.getByRole('switch', { name: 'Sound when something waits' }).isChecked()).toBe(false)
  await page.getByRole('switch', { name: /^Notifications when/ }).check()
  await page.keyboard.press('Escape')
  const asked = await write('call.md')
  await page.getByText('New question: Write call.md').waitFor({ state: 'attached' })
  const shown = () =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations()
      const all = await Promise.all(registrations.map((one) => one.getNotifications()))
      return all.flat().map(({ title, tag, ...rest }) => ({ title, tag, rest }))
    })
  await expect.poll(async () => (await shown()).map(({ title, tag }) => [title, tag]), LONG).toEqual([['Write call.md', asked.approval_id]])
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async (tag) => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<{ tag: string }[]> }
      dispatchEvent(event: Event): void
      NotificationEvent: new (type: string, options: object) => Event
    }
    const notification = (await scope.registration.getNotifications()).find((one) => one.tag === tag)
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: 'reject' }))
  }, asked.approval_id ?? '')
  expect(await statusOf(asked.tool_id)).toBe('rejected')
  await expect.poll(async () => (await shown()).length, LONG).toBe(0)
})
