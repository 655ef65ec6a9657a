// What a newcomer does in the page: opens the link, asks for something harmless, then for a change, and approves it.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openEmptyPage, openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { sharedWorld } from '../world/shared-world.ts'

// The browser is started first: the printed link is valid for a minute.
const browser = sharedBrowser()
const world = sharedWorld()

describe('a newcomer', () => {
  test('opens the printed link and is signed in; the code is gone from the address', async () => {
    const printed = await eventually('the printed link', () => /http\S+#code=\S+/.exec(world().server().stdout())?.[0])
    const page = await openEmptyPage(browser())
    await page.goto(printed)
    await page.getByText('Runner online').waitFor()
    expect(page.url()).not.toContain('code')
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('countersign.token')
    expect(await page.context().cookies()).toEqual([])
    await page.reload()
    await page.getByText('Runner online').waitFor()
    const stranger = await page.context().newPage()
    await stranger.goto(world().url)
    await stranger.getByText('This tab is not signed in yet.').waitFor()
    await stranger.getByText('npx countersign page').waitFor()
  })

  test('asks for a list, and sees the card and the summary', async () => {
    const { page } = await openPage(browser(), world())
    const message = page.getByRole('textbox', { name: 'Message to the agent' })
    await message.fill('list the files')
    await message.press('Enter')
    const log = page.getByRole('log', { name: 'Conversation' })
    await log.getByText('Done', { exact: true }).waitFor()
    await log.getByText('list_directory').first().waitFor()
    await log.getByRole('article', { name: 'Agent' }).getByText('config.json').waitFor()
    await page.reload()
    await log.getByRole('article', { name: 'Agent' }).getByText('config.json').waitFor()
    await log.getByText('list the files').waitFor()
  })

  test('asks for a change, approves it, and the file is on disk', async () => {
    const { page } = await openPage(browser(), world())
    await page.getByRole('textbox', { name: 'Message to the agent' }).fill('write "hello from the page" to notes/page.md')
    await page.getByRole('button', { name: 'Send' }).click()
    const log = page.getByRole('log', { name: 'Conversation' })
    await log.getByText('Waiting for you', { exact: true }).waitFor()
    await page.getByRole('link', { name: /Approvals/ }).click()
    const card = page.getByRole('main').getByRole('article', { name: 'Write notes/page.md' })
    await card.getByText('+hello from the page').waitFor()
    await expect.poll(() => page.title(), { timeout: PAGE_MILLISECONDS }).toContain('(1)')
    expect(world().workspace.has('notes/page.md')).toBe(false)
    await card.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nothing is waiting for you.').waitFor()
    await eventually('the file', () => world().workspace.has('notes/page.md'))
    expect(await world().workspace.read('notes/page.md')).toContain('hello from the page')
    await page.goBack()
    await log.getByText('Done', { exact: true }).waitFor()
    await log.getByRole('article', { name: 'Agent' }).getByText('Written.').waitFor()
  })
})
