// A conversation while things go away and come back: the page is reloaded, the server restarted, the runner stopped and started.
import { expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, SERVER_AWAY, sharedBrowser } from '../world/browser/browser.ts'
import { chatOf, gate } from '../world/browser/chat-page.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { sharedWorld } from '../world/shared-world.ts'

const models = await prepareModels()
const world = sharedWorld({ runner: 'separate', serve: models.serve, serverEnv: models.env })
const browser = sharedBrowser()

const approveNext = async () => {
  const approval = await eventually('a question', async () => (await world().operator.pending())[0])
  await world().operator.approve(approval.id)
}

test('a reload in the middle of a turn: what was said and called is there, and the rest comes', async () => {
  const next = gate()
  await using _model = await models.start([
    { text: 'I read first.', calls: [{ name: 'read_file', arguments: { path: 'README.md' } }] },
    { text: 'And this is the end.', after: next.opened },
  ])
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  await chat.say('read it')
  await chat.card('Read README.md').getByText('Done').waitFor()
  await page.reload()
  await chat.answers.getByText('I read first.').waitFor()
  await chat.card('Read README.md').getByText('Done').waitFor()
  await chat.log.getByText('The agent is working').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  next.open()
  await chat.answers.getByText('And this is the end.').waitFor()
  await chat.log.getByText('The agent is working').waitFor({ state: 'detached' })
  expect(await chat.answers.allTextContents()).toEqual(['I read first.', 'And this is the end.'])
})

test('a reload in the middle of a step: what was written before it is there, and the rest joins it', async () => {
  const [next, whole] = [gate(), gate()]
  const text = ['The first half is here, ', 'and **so** is ', 'the second.']
  await using _model = await models.start([{ text, lastAfter: next.opened, wholeAfter: whole.opened }])
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  await chat.say('write on')
  await chat.answers.getByText('The first half is here, and so is').waitFor()
  await page.reload()
  await chat.answers.getByText('The first half is here, and so is').waitFor()
  await chat.log.getByText('The agent is working').waitFor()
  next.open()
  await chat.answers.getByText('The first half is here, and so is the second.', { exact: true }).waitFor()
  whole.open()
  await chat.log.getByText('The agent is working').waitFor({ state: 'detached' })
  expect(await chat.answers.allTextContents()).toEqual(['The first half is here, and so is the second.'])
})

test('a server that is restarted under the open page while a call waits: the turn goes on to its end', async () => {
  await world().runnerOnline()
  await using _model = await models.start([
    { calls: [{ name: 'write_file', arguments: { path: 'kept.md', content: 'kept\n' } }] },
    { text: 'Written after all.' },
  ])
  const { page } = await openPage(browser(), world(), { expectedErrors: SERVER_AWAY })
  const chat = chatOf(page)
  await chat.say('write kept.md')
  await chat.card('Write kept.md').getByText('Waiting for you').waitFor()
  await world().server().kill()
  await page.getByText('No connection to Countersign.').waitFor()
  await world().restartServer()
  await page.getByText('No connection to Countersign.').waitFor({ state: 'detached' })
  await chat.card('Write kept.md').getByText('Waiting for you').waitFor()
  await world().runnerOnline()
  await approveNext()
  await chat.answers.getByText('Written after all.').waitFor()
  await chat.card('Write kept.md').getByText('Done').waitFor()
  expect(await chat.cards.count()).toBe(1)
  expect(await world().workspace.read('kept.md')).toBe('kept\n')
})

test('a message that cannot be sent stays, and goes when the server is back', async () => {
  await using _model = await models.start([{ text: 'Heard you.' }])
  const { page } = await openPage(browser(), world(), { expectedErrors: SERVER_AWAY })
  const chat = chatOf(page)
  await page.getByText('Runner online').waitFor()
  await world().server().stop()
  await page.getByText('No connection to Countersign.').waitFor()
  await chat.say('can you hear me?')
  await page.getByRole('alert').getByText('Not sent:').waitFor()
  expect(await chat.message.inputValue()).toBe('can you hear me?')
  await world().restartServer()
  await page.getByText('No connection to Countersign.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send' }).click()
  await chat.answers.getByText('Heard you.').waitFor()
  expect(await chat.message.inputValue()).toBe('')
})

test('a runner that is away: the card says what it waits for, and goes on when the runner is back', async () => {
  await world().runnerOnline()
  const { page } = await openPage(browser(), world())
  await page.getByText('Runner online').waitFor()
  await world().runner()?.stop()
  await page.getByRole('region', { name: 'The runner is offline' }).getByText('npx countersign runner').waitFor()
  await using _model = await models.start([
    { calls: [{ name: 'read_file', arguments: { path: 'README.md' } }] },
    { text: 'Read, at last.' },
  ])
  const chat = chatOf(page)
  await chat.say('read it')
  await chat.card('Read README.md').getByText('Waiting for the runner').waitFor()
  world().restartRunner()
  await chat.answers.getByText('Read, at last.').waitFor()
  await chat.card('Read README.md').getByText('Done').waitFor()
})
