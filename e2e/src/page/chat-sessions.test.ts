// Conversations: found again, renamed, ended; drafts that were not sent; the model of each and what it has cost.
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { chatOf } from '../world/browser/chat-page.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { sharedWorld } from '../world/shared-world.ts'

const models = await prepareModels({ prices: { input: 3, output: 15 } })
const world = sharedWorld({ serve: models.serve, serverEnv: models.env })
const browser = sharedBrowser()
const WAIT = { timeout: PAGE_MILLISECONDS }

const usage = { input: 200_000, output: 10_000 }

test('each new conversation is one of its own, and is found by its title or by what was said in it', async () => {
  await using _model = await models.start([{ text: 'The walrus sleeps.' }, { text: 'The heron stands.' }])
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  const list = page.getByRole('navigation', { name: 'Conversations' })
  await chat.say('tell me of the sea')
  await chat.answers.getByText('The walrus sleeps.').waitFor()
  await list.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('heading', { name: 'What shall the agent do?' }).waitFor()
  await chat.say('tell me of the river')
  await chat.answers.getByText('The heron stands.').waitFor()
  expect(await chat.log.getByRole('article').count()).toBe(2)
  await list.getByRole('link', { name: /the sea/ }).waitFor()
  const search = list.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill('WALRUS')
  await list.getByRole('link', { name: /the river/ }).waitFor({ state: 'detached' })
  await list.getByRole('link', { name: /the sea/ }).click()
  await chat.answers.getByText('The walrus sleeps.').waitFor()
  await search.fill('no such animal')
  await list.getByText('Nothing found.').waitFor()
  await search.fill('')
  await list.getByRole('link', { name: /the river/ }).waitFor()
})

test('a conversation is renamed, and ended only after a second question; then it can be read, and what is written begins a new one', async () => {
  await using _model = await models.start([{ text: 'One.' }, { text: 'Two.' }])
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  await chat.say('to be ended')
  await chat.answers.getByText('One.').waitFor()
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('A better name')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  const link = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /A better name/ })
  await link.waitFor()
  await page.getByRole('button', { name: 'End conversation' }).click()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'End conversation' }).click()
  await dialog.getByRole('button', { name: 'End conversation' }).click()
  await dialog.waitFor({ state: 'detached' })
  await link.click()
  await chat.answers.getByText('One.').waitFor()
  await page.getByText('This conversation has ended.').waitFor()
  await chat.say('go on elsewhere')
  await chat.answers.getByText('Two.').waitFor()
  expect(await chat.log.getByRole('article', { name: 'You' }).allTextContents()).toEqual(['go on elsewhere'])
})

test('a draft belongs to its conversation and survives a reload', async () => {
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  await chat.message.fill('half a thought\nand a half')
  await page.reload()
  await expect.poll(() => chat.message.inputValue(), WAIT).toBe('half a thought\nand a half')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
  await expect.poll(() => chat.message.inputValue(), WAIT).toBe('')
  await page.goBack()
  await expect.poll(() => chat.message.inputValue(), WAIT).toBe('half a thought\nand a half')
})

test('what is too long is not sent, and says how long it is', async () => {
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  await chat.message.fill('x'.repeat(10_001))
  await page.getByRole('alert').getByText('At most 10000 characters; this text has 10001.').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
})

test('the model is chosen for each conversation, and its tokens and cost are shown', async () => {
  await using model = await models.start([
    { text: 'From the first.', usage },
    { text: 'From the second.', usage },
  ])
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  const choice = page.getByRole('combobox', { name: 'Model' })
  await choice.selectOption('anthropic')
  await chat.say('who are you?')
  await chat.answers.getByText('From the first.').waitFor()
  await page.getByText('200K tokens in, 10K out · $0.75').waitFor()
  await expect.poll(() => choice.inputValue(), WAIT).toBe('anthropic')
  await choice.selectOption('openai')
  await expect.poll(() => choice.inputValue(), WAIT).toBe('openai')
  await chat.say('and now?')
  await chat.answers.getByText('From the second.').waitFor()
  await page.getByText('400K tokens in, 20K out · $1.50').waitFor()
  expect(model.requests.map(({ format }) => format)).toEqual(['anthropic', 'responses'])
})

test('a conversation that is not there says so', async () => {
  const id = '019b76da-a800-721f-bf88-919dddd14b76'
  const { page } = await openPage(browser(), world(), { hash: `#/chat/${id}`, expectedErrors: /404/ })
  await page.getByText('There is no such conversation.').waitFor()
  await page.getByRole('link', { name: 'New conversation' }).click()
  await page.getByRole('region', { name: 'Three things to try' }).waitFor()
})
