// The overview in the page: as charts, and as tables for those who cannot see them.
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const browser = sharedBrowser()

test('says what will be counted before anything has happened, then counts by itself', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/overview' })
  await page.getByText('There is nothing to count yet.').waitFor()
  const { agent, operator } = world()
  await agent.call('read_file', { path: 'README.md' })
  await agent.call('read_file', { path: 'config.json' })
  await callAndApprove(world(), 'write_file', { path: 'a.md', content: 'a\n' })
  const asked = await agent.call('write_file', { path: 'b.md', content: 'b\n' })
  await operator.reject(asked.approval_id ?? '')
  const figure = (name: string) => page.getByRole('definition').filter({ has: page.locator(`xpath=../dt[text()="${name}"]`) })
  for (const [name, value] of [
    ['Calls', '4'],
    ['You were asked', '2'],
    ['Approved', '1'],
    ['Rejected', '1'],
  ] as const)
    await expect.poll(() => figure(name).textContent(), { timeout: PAGE_MILLISECONDS }).toBe(value)
})

test('every chart has its figures in words and in a table', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/overview' })
  const tools = page.getByRole('region', { name: 'Calls by tool and risk' })
  await tools.getByRole('img', { name: '2 tools. Called most: read_file, 2 times.' }).waitFor()
  await tools.getByText('As a table').click()
  await tools.getByRole('row', { name: 'write_file 0 2 2' }).waitFor()
  const days = page.getByRole('region', { name: 'Calls by day' })
  await days.getByRole('img', { name: /^4 calls in \d+ days, at most \d on one day\.$/ }).waitFor()
  await days.getByText('As a table').click()
  await days.getByRole('row').nth(20).waitFor()
  const times = page.getByRole('region', { name: 'Answer times' })
  await times.getByRole('img', { name: /^Half of the answers came within/ }).waitFor()
  await times.getByText('As a table').click()
  await times.getByRole('columnheader', { name: 'Answers' }).waitFor()
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days')
  await days.getByRole('img', { name: /^4 calls in [78] days/ }).waitFor()
})

test('speaks the language of the page, on a phone too', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/overview', locale: 'zh-CN', viewport: { width: 360, height: 740 } })
  await page.getByRole('region', { name: '按工具和风险的调用' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
