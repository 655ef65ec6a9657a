// A browser that is twenty times slower: its cards are measured late, one after the other, and the list still reaches its end.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { chatOf } from '../world/browser/chat-page.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { seedConversation } from '../world/seed-conversation.ts'
import { sharedWorld } from '../world/shared-world.ts'

const COUNT = 300
const SLOWER = 20
const world = sharedWorld()
const browser = sharedBrowser()

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** How many pixels are below the visible part. */
const below = (page: Page): Promise<number> =>
  page
    .getByRole('log')
    .locator('> div')
    .first()
    .evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)

/**
 * Lines whose height changes, as when their content loads late. The list measures each of them again, and shifts the view by the
 * difference.
 */
const unsettle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const box = document.querySelector('[role=log] > div') as HTMLElement
    const longer = new CSSStyleSheet()
    longer.replaceSync('[role=log] > div > div > div { padding-bottom: 60px }')
    for (let turn = 0; turn < 12; turn++) {
      document.adoptedStyleSheets = turn % 2 === 0 ? [longer] : []
      box.scrollTop -= 300
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    document.adoptedStyleSheets = []
  })

test('from the first of many cards a slow page jumps to the last, and stays there', { timeout: 300_000 }, async () => {
  const { page } = await openPage(browser(), world(), { hash: `#/chat/${await seedConversation(world(), COUNT)}` })
  const { log, answers } = chatOf(page)
  const list = log.locator('> div').first()
  const jump = page.getByRole('button', { name: 'Jump to latest' })
  await log.getByText('list the files').waitFor()
  await slowDown(page)
  for (let round = 0; round < 2; round++) {
    await eventually('the first card', async () => {
      await list.focus()
      await page.keyboard.press('Home')
      return (await answers.getByText(`From call 0 of ${COUNT}.`, { exact: true }).count()) > 0
    })
    await jump.click()
    await unsettle(page)
    await log.getByText('list the files').waitFor()
    await expect.poll(() => below(page), { timeout: PAGE_MILLISECONDS }).toBeLessThan(2)
    expect(await jump.count()).toBe(0)
  }
  // A person who scrolls up by hand is left where they are.
  await log.hover()
  await page.mouse.wheel(0, -1_500)
  await jump.waitFor()
  expect(await below(page)).toBeGreaterThan(500)
})
