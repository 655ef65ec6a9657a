// What is shown beside a conversation: its own approvals, with its name and its keys; those of other conversations as a count.
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { cardOf, rejectAll } from '../world/browser/cards.ts'
import { converse } from '../world/clients/conversation.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const browser = sharedBrowser()
afterEach(() => rejectAll(world()))

const pendingOf = async () => (await world().operator.pending()).map(({ description }) => description)

async function openBeside() {
  const { session, send } = await converse(world())
  await world().agent.call('write_file', { path: 'other.md', content: 'other\n' })
  await send('write "own" to own.md')
  await eventually('both to be asked', async () => (await pendingOf()).length === 2)
  const { page } = await openPage(browser(), world(), { hash: `#/chat/${session}`, viewport: { width: 1440, height: 900 } })
  const panel = page.getByRole('complementary', { name: 'Approvals' })
  await cardOf(page, 'Write own.md').waitFor()
  return { page, panel, field: page.getByLabel('Message to the agent') }
}

test('are its own questions, by the name of the conversation; those of other agents are a count until somebody looks', async () => {
  const { page, panel } = await openBeside()
  await panel.getByRole('heading', { name: '1 waiting for your answer' }).waitFor()
  await cardOf(page, 'Write own.md').getByRole('link', { name: /^in “/ }).waitFor()
  expect(await cardOf(page, 'Write other.md').count()).toBe(0)
  await panel.getByRole('button', { name: '1 waiting in another conversation' }).click()
  await cardOf(page, 'Write other.md').waitFor()
})

test('are answered by letters while nothing is written, in the empty field too; the beginning of a word answers nothing', async () => {
  const { page, field } = await openBeside()
  await field.focus()
  await field.pressSequentially('are you there?', { delay: 20 })
  expect(await field.inputValue()).toBe('are you there?')
  await page.locator('body').click({ position: { x: 700, y: 300 } })
  await page.keyboard.press('a')
  expect(await pendingOf()).toHaveLength(2)
  await field.fill('')
  await field.focus()
  await page.keyboard.press('e')
  await cardOf(page, 'Write own.md').getByRole('button', { name: 'Approve' }).waitFor()
  await cardOf(page, 'Write own.md').getByRole('textbox', { name: 'content' }).waitFor()
  expect(await field.inputValue()).toBe('')
  await field.focus()
  await page.keyboard.press('a')
  await eventually('only the other to wait', async () => (await pendingOf()).join() === 'Write other.md')
  await eventually('the file', async () => world().workspace.has('own.md'))
  expect(await field.inputValue()).toBe('')
})
