// A change that waits is taken in part on the page: by hunk, by line, by mouse and by keyboard; only that is written, and the agent is told.
import type { ExecutionView } from '@countersign/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { violationsOf } from '../world/axe.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, nothingWaits, rejectAll, untilReady } from '../world/browser/cards.ts'
import { sharedWorld } from '../world/shared-world.ts'

const LINES = Array.from({ length: 30 }, (_, nth) => `line ${nth + 1}\n`).join('')
const CHANGED = LINES.replace('line 3\n', 'three\nnew\n').replace('line 25\n', 'twenty-five\n')

const world = sharedWorld({ files: { 'a.md': LINES, 'run.sh': LINES } })
const browser = sharedBrowser()
afterEach(() => rejectAll(world()))

const open = () => openPage(browser(), world(), { hash: '#/approvals' })
const ask = async (path: string) => {
  await world().workspace.write(path, LINES)
  return world().agent.call('write_file', { path, content: CHANGED })
}
const reportOf = async (id: string) => (await world().agent.get<ExecutionView>(`/my/tools/${id}`)).report ?? ''

describe('a change that waits', () => {
  test('is kept by hunk and by line, with a comment', async () => {
    const asked = await ask('a.md')
    const { page } = await open()
    const card = cardOf(page, 'Write a.md')
    await card.getByText('2 of 2 hunks kept').waitFor()
    await card.getByRole('checkbox', { name: 'Hunk 2' }).uncheck()
    await card.getByRole('checkbox', { name: 'Keep the added line 3: three' }).uncheck()
    await card.getByRole('checkbox', { name: 'Keep the removal of line 3: line 3' }).uncheck()
    await card.getByText('kept in part').waitFor()
    await card.getByText('1 of 2 hunks kept').waitFor()
    expect(await card.getByRole('radio').count()).toBe(0)
    await buttonOf(card, 'Comment on hunk 2').click()
    await card.getByRole('textbox', { name: 'Comment on hunk 2' }).fill('leave 25 alone')
    expect(await violationsOf(page)).toEqual([])
    const approve = buttonOf(card, 'Approve what is kept')
    await untilReady(approve)
    await approve.click()
    await nothingWaits(page)
    expect((await world().agent.end(asked.tool_id)).status).toBe('completed')
    expect(await world().workspace.read('a.md')).toBe(LINES.replace('line 3\n', 'line 3\nnew\n'))
    expect(await reportOf(asked.tool_id)).toContain('> leave 25 alone')
  })

  test('is chosen by keyboard alone: n goes to the next hunk, arrows from line to line, space keeps or drops', async () => {
    const asked = await ask('a.md')
    const { page } = await open()
    const card = cardOf(page, 'Write a.md')
    await card.getByText('2 of 2 hunks kept').waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    await page.keyboard.press('Space')
    await card.getByText('1 of 2 hunks kept').waitFor()
    const first = card.getByRole('checkbox', { name: 'Keep the removal of line 3: line 3' })
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    expect(await card.getByRole('checkbox', { name: 'Keep the added line 4: new' }).isChecked()).toBe(false)
    await untilReady(buttonOf(card, 'Approve what is kept'))
    await buttonOf(card, 'Approve what is kept').press('Enter')
    await nothingWaits(page)
    await world().agent.end(asked.tool_id)
    expect(await world().workspace.read('a.md')).toBe(LINES.replace('line 3\n', 'three\n'))
  })

  test('of which nothing is kept can only be rejected, and the comments reach the agent', async () => {
    const asked = await ask('a.md')
    const { page } = await open()
    const card = cardOf(page, 'Write a.md')
    await buttonOf(card, 'Keep none').click()
    await card.getByText('Nothing is kept: reject it, or keep something.').waitFor()
    await buttonOf(card, 'Comment on hunk 1').click()
    await card.getByRole('textbox', { name: 'Comment on hunk 1' }).fill('numbers stay numbers')
    const reject = buttonOf(card, 'Reject')
    await untilReady(reject)
    expect(await buttonOf(card, 'Approve what is kept').getAttribute('aria-disabled')).toBe('true')
    await reject.click()
    await nothingWaits(page)
    expect((await world().agent.end(asked.tool_id)).status).toBe('rejected')
    expect(await reportOf(asked.tool_id)).toMatch(/kept nothing of this change[\s\S]*> numbers stay numbers/)
    expect(await world().workspace.read('a.md')).toBe(LINES)
  })

  test('of high risk is kept in part only with the tick', async () => {
    const asked = await ask('run.sh')
    const { page } = await open()
    const card = cardOf(page, 'Write run.sh')
    await card.getByRole('checkbox', { name: 'Hunk 1' }).uncheck()
    const approve = buttonOf(card, 'Approve what is kept')
    await untilReady(buttonOf(card, 'Reject'))
    expect(await approve.getAttribute('aria-disabled')).toBe('true')
    await card.getByRole('checkbox', { name: 'Include the high-risk hunks' }).check()
    await untilReady(approve)
    await approve.click()
    await nothingWaits(page)
    await world().agent.end(asked.tool_id)
    expect(await world().workspace.read('run.sh')).toBe(LINES.replace('line 25\n', 'twenty-five\n'))
  })

  test('is shown so that it is clear what is kept', async () => {
    await ask('a.md')
    const { page } = await open()
    const card = cardOf(page, 'Write a.md')
    await card.getByRole('checkbox', { name: 'Hunk 2' }).uncheck()
    await card.getByRole('checkbox', { name: 'Keep the added line 3: three' }).uncheck()
    if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE, fullPage: true })
    await page.setViewportSize({ width: 360, height: 740 })
    if (process.env.PICTURE) await page.screenshot({ path: `${process.env.PICTURE}.small.png`, fullPage: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})
