// Patch review and questions in the page: what is accepted, dropped and commented reaches the agent, and only that is applied.
import type { ElicitResult } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, nothingWaits, rejectAll, untilReady } from '../world/browser/cards.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { connectMcp } from '../world/clients/mcp-client.ts'
import { sharedWorld } from '../world/shared-world.ts'

const LINES = Array.from({ length: 20 }, (_, line) => `line ${line + 1}\n`).join('')
const DIFF = `--- a/a.md
+++ b/a.md
@@ -1,2 +1,2 @@
-line 1
+LINE 1
 line 2
@@ -19,2 +19,2 @@
 line 19
-line 20
+LINE 20
--- a/run.sh
+++ b/run.sh
@@ -1 +1 @@
-echo hi
+echo hello
`

const world = sharedWorld({ files: { 'a.md': LINES, 'run.sh': 'echo hi\n' } })
const browser = sharedBrowser()
afterEach(() => rejectAll(world()))
const open = () => openPage(browser(), world(), { hash: '#/approvals' })
const ask = (more = {}) => world().agent.call('apply_patch_review', { diff: DIFF, ...more })

interface Reviewed {
  readonly action: string
  readonly filtered_diff: string
  readonly chunks_selected: number[]
  readonly chunks_total: number
  readonly dropped?: { readonly chunk: number; readonly comment?: string }[]
  readonly comment?: string
}

const resultOf = async (id: string) => (await world().agent.end(id)).result as Reviewed

describe('a patch review', () => {
  test('takes some hunks, says why others are dropped, and applies only those without a second question', async () => {
    const asked = await ask({ message: 'Capitals <b>everywhere</b>?' })
    const { page } = await open()
    const card = cardOf(page, /^Review a patch/)
    await card.getByRole('figure', { name: 'Written by agent, not by Countersign' }).getByText('Capitals <b>everywhere</b>?').waitFor()
    await card.getByText('2 of 3 hunks selected').waitFor()
    const file = card.getByRole('region', { name: 'run.sh', exact: true })
    await file.getByText('High risk', { exact: true }).waitFor()
    expect(await file.getByRole('checkbox', { name: 'Hunk 3' }).isChecked()).toBe(false)
    await card.getByRole('checkbox', { name: 'Hunk 2' }).uncheck()
    await buttonOf(card, 'Comment on hunk 2').click()
    await card.getByRole('textbox', { name: 'Comment on hunk 2' }).fill('the end stays')
    await card.getByRole('textbox', { name: /^Comment for the agent/ }).fill('thank you')
    await buttonOf(card, 'What will be applied').click()
    const result = card.getByRole('region', { name: 'This will be applied' })
    await result.getByText('+LINE 1', { exact: false }).first().waitFor()
    await result.getByText('2 hunks are left out.').waitFor()
    expect(await result.getByText('LINE 20').count()).toBe(0)
    await buttonOf(card, 'Apply 1 of 3').click()
    await nothingWaits(page)
    const reviewed = await resultOf(asked.tool_id)
    expect(reviewed).toMatchObject({ action: 'apply', chunks_selected: [1], chunks_total: 3, comment: 'thank you' })
    expect(reviewed.dropped).toContainEqual(expect.objectContaining({ chunk: 2, comment: 'the end stays' }))
    const applied = await world().agent.call('apply_patch', { diff: reviewed.filtered_diff })
    expect(applied.approval_id).toBeNull()
    expect((await world().agent.end(applied.tool_id)).status).toBe('completed')
    expect(await world().workspace.read('a.md')).toBe(LINES.replace('line 1\n', 'LINE 1\n'))
  })

  test('takes what is of high risk only with the tick, by file, all and none', async () => {
    const asked = await ask()
    const { page } = await open()
    const card = cardOf(page, /^Review a patch/)
    await buttonOf(card, 'None').click()
    await card.getByText('0 of 3 hunks selected').waitFor()
    await untilReady(buttonOf(card, 'Cancel all'))
    expect(await buttonOf(card, 'Apply 0 of 3').getAttribute('aria-disabled')).toBe('true')
    await card.getByRole('checkbox', { name: 'All hunks of a.md' }).check()
    await card.getByText('2 of 3 hunks selected').waitFor()
    await buttonOf(card, 'All').click()
    await untilReady(buttonOf(card, 'Cancel all'))
    expect(await buttonOf(card, 'Apply 3 of 3').getAttribute('aria-disabled')).toBe('true')
    await card.getByRole('checkbox', { name: 'Include the high-risk hunks' }).check()
    await buttonOf(card, 'Apply 3 of 3').click()
    await nothingWaits(page)
    expect(await resultOf(asked.tool_id)).toMatchObject({ action: 'apply', chunks_selected: [1, 2, 3] })
  })

  test('is walked through and cancelled with the keyboard', async () => {
    const asked = await ask()
    const { page } = await open()
    const card = cardOf(page, /^Review a patch/)
    await untilReady(buttonOf(card, 'Cancel all'))
    await expect.poll(() => buttonOf(card, 'Cancel all').evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    await page.keyboard.press('Space')
    await card.getByText('1 of 3 hunks selected').waitFor()
    await page.keyboard.press('p')
    await page.keyboard.press('Space')
    await card.getByText('0 of 3 hunks selected').waitFor()
    await untilReady(buttonOf(card, 'Cancel all'))
    await page.keyboard.press('r')
    await nothingWaits(page)
    expect(await resultOf(asked.tool_id)).toMatchObject({ action: 'cancel', chunks_selected: [] })
  })
})

describe('a question of the agent', () => {
  const question = { message: 'Which <i>one</i>?\u202e', actions: ['first', 'second'] }

  test('is marked as the agent’s words and answered with a button and a comment', async () => {
    const asked = await world().agent.call('prompt_user', question)
    const { page } = await open()
    const card = cardOf(page, /^Answer a question/)
    await card.getByRole('figure', { name: 'Written by agent, not by Countersign' }).getByText('Which <i>one</i>?⟨U+202E⟩').waitFor()
    await card.getByRole('timer').waitFor()
    await card.getByRole('textbox', { name: /^Comment for the agent/ }).fill('because')
    await card.getByRole('button', { name: 'second' }).click()
    await nothingWaits(page)
    expect((await world().agent.end(asked.tool_id)).result).toMatchObject({ action: 'second', comment: 'because' })
  })

  test('can be dismissed, which is an answer of its own', async () => {
    const asked = await world().agent.call('prompt_user', question)
    const { page } = await open()
    await buttonOf(cardOf(page, /^Answer a question/), 'Dismiss').click()
    await page.getByText(/^You answered/).waitFor({ timeout: PAGE_MILLISECONDS })
    expect((await world().agent.end(asked.tool_id)).result).toMatchObject({ action: 'dismissed' })
  })

  test('that is answered at the agent’s client is gone, and the page says that it was not the person’s answer', async () => {
    const form = Promise.withResolvers<(result: ElicitResult) => void>()
    const onAsked = () => new Promise<ElicitResult>((answer) => form.resolve(answer))
    await using agent = await connectMcp(world(), 'http', { name: 'editor', onAsked })
    const asking = agent.call('prompt_user', question)
    const { page } = await open()
    await untilReady(buttonOf(cardOf(page, /^Answer a question/), 'Dismiss'))
    ;(await form.promise)({ action: 'accept', content: { action: 'first' } })
    await page.getByText('Answered at the agent’s client editor, not by you').waitFor({ timeout: PAGE_MILLISECONDS })
    await nothingWaits(page)
    await page.goto(page.url().replace(/#.*/, `#/history/${(await asking).id}`))
    await page.getByText('It was answered at the agent’s own client (editor), not by you.').waitFor({ timeout: PAGE_MILLISECONDS })
  })

  test('is answered by its number', async () => {
    const asked = await world().agent.call('prompt_user', question)
    const { page } = await open()
    await untilReady(buttonOf(cardOf(page, /^Answer a question/), 'Dismiss'))
    await page.keyboard.press('1')
    await nothingWaits(page)
    expect((await world().agent.end(asked.tool_id)).result).toMatchObject({ action: 'first' })
  })
})
