// Ten thousand cards in one conversation: the page holds only those in view, and loads the older ones when somebody scrolls there.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { chatOf } from '../world/browser/chat-page.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { seedConversation } from '../world/seed-conversation.ts'
import { sharedWorld } from '../world/shared-world.ts'

const COUNT = 10_000
/** For the whole page; a card has about twenty. */
const MAX_ELEMENTS = 3_000
const MAX_SECONDS = 300
const world = sharedWorld()
const browser = sharedBrowser()

const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

test('ten thousand cards scroll from the last to the first, with few of them in the page at any time', { timeout: 600_000 }, async () => {
  const { page } = await openPage(browser(), world(), { hash: `#/chat/${await seedConversation(world(), COUNT)}` })
  const { log, answers } = chatOf(page)
  const list = log.locator('> div').first()
  await log.getByText('list the files').waitFor()
  let most = await countElements(page)
  // Like holding the Home key: each time it goes as far up as the page knows.
  await eventually(
    'the first of ten thousand',
    async () => {
      await list.focus()
      await page.keyboard.press('Home')
      most = Math.max(most, await countElements(page))
      return (await answers.getByText(`From call 0 of ${COUNT}.`, { exact: true }).count()) > 0
    },
    MAX_SECONDS,
  )
  expect(most).toBeLessThan(MAX_ELEMENTS)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await log.getByText('list the files').waitFor()
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor({ state: 'detached' })
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS)
  const chat = chatOf(page)
  await chat.say('read README.md')
  await answers.getByText('Hello from the workspace.').waitFor()
  await expect.poll(() => isInView(page, 'Hello from the workspace.'), { timeout: PAGE_MILLISECONDS }).toBe(true)
})

const isInView = async (page: Page, text: string): Promise<boolean> => {
  const box = await page.getByRole('log').getByText(text).boundingBox()
  return box !== null && box.y > 0 && box.y < (page.viewportSize()?.height ?? 0)
}
