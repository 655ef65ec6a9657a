// What holds in every view: language, theme, keyboard, addresses, and a phone.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { sharedWorld } from '../world/shared-world.ts'

const browser = sharedBrowser()
const world = sharedWorld()

/** The second key must follow the first soon; a busy machine may be too slow: then both are pressed again. */
const pressUntil = (page: Page, keys: readonly string[], hash: string) =>
  eventually(`the keys ${keys.join(' ')} to lead to ${hash}`, async () => {
    for (const key of keys) await page.keyboard.press(key)
    return new URL(page.url()).hash === hash
  })

test('the browser’s language decides, and a choice in the page stays', async () => {
  const { page } = await openPage(browser(), world(), { locale: 'ru-RU' })
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor()
  await page.getByRole('button', { name: 'Настройки' }).click()
  await page.getByRole('combobox', { name: 'Язык' }).selectOption('zh')
  await page.getByRole('navigation', { name: '视图' }).waitFor()
  await page.reload()
  await page.getByRole('navigation', { name: '视图' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh')
})

test('light and dark follow the system, unless somebody has chosen', async () => {
  const { page } = await openPage(browser(), world(), { colorScheme: 'dark' })
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme()).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme, { timeout: PAGE_MILLISECONDS }).toBe('light')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expect.poll(theme, { timeout: PAGE_MILLISECONDS }).toBe('dark')
  await page.reload()
  await expect.poll(theme, { timeout: PAGE_MILLISECONDS }).toBe('dark')
})

test('keys go from view to view, and ? shows them; nothing happens while somebody writes', async () => {
  const { page } = await openPage(browser(), world())
  await pressUntil(page, ['g', 'a'], '#/approvals')
  await page.getByText('Nothing is waiting for you.').waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('Go to Chat').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await pressUntil(page, ['g', 'c'], '#/chat')
  const message = page.getByRole('textbox', { name: 'Message to the agent' })
  await message.waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('ga?')
  expect(await message.inputValue()).toBe('ga?')
  expect(await help.count()).toBe(0)
})

test('a view that cannot be loaded says what to do, leaves the others as they are, and comes with the next attempt', async () => {
  const { page } = await openPage(browser(), world(), { expectedErrors: /ERR_FAILED|dynamically imported module/ })
  const assets = '**/assets/grants-view-*.js*'
  await page.route(assets, (route) => route.abort())
  await page.getByRole('link', { name: 'Grants' }).click()
  const crash = page.getByRole('main').getByRole('alert')
  await crash.getByText('This part of the page has failed').waitFor()
  await crash.getByText('Try again, or reload the page.').waitFor()
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor()
  await page.getByRole('link', { name: 'Grants' }).click()
  await crash.getByText('This part of the page has failed').waitFor()
  await page.unroute(assets)
  await crash.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Grants' }).waitFor()
})

test('an address that leads nowhere says so', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/nowhere' })
  await page.getByText('There is nothing here').waitFor()
  await page.getByRole('link', { name: 'Go to the chat' }).click()
  await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor()
})

test('at 360 pixels nothing is wider than the screen', async () => {
  const { page } = await openPage(browser(), world(), { viewport: { width: 360, height: 740 } })
  for (const name of ['Approvals', 'Chat']) {
    await page.getByRole('link', { name }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
})

test('text of an agent that looks like a page stays text', async () => {
  const { page } = await openPage(browser(), world())
  await page.getByRole('textbox', { name: 'Message to the agent' }).fill('read <img src=x onerror=alert(1)><script>alert(2)</script>')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('log').getByText('<img src=x onerror=alert(1)>').first().waitFor()
  expect(await page.locator('#root img, #root script').count()).toBe(0)
})
