// A turn as the person sees it: text as it is written, a card for each call in order, the summary last; stop and retry.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { chatOf, gate } from '../world/browser/chat-page.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { sharedWorld } from '../world/shared-world.ts'

const models = await prepareModels()
const world = sharedWorld({ serve: models.serve, serverEnv: models.env })
const browser = sharedBrowser()
const WAIT = { timeout: PAGE_MILLISECONDS }

describe('text', () => {
  test('is shown while it is written, as markdown, and a block of code can be copied', async () => {
    const whole = gate()
    const code = 'const answer = 42\nconsole.log(answer)'
    const text = ['# A plan\n\n', 'First **bold**, then:\n\n', `\`\`\`js\n${code}\n\`\`\`\n`, '\n| a | b |\n|---|---|\n| 1 | 2 |\n']
    await using _model = await models.start([{ text, wholeAfter: whole.opened }])
    const { page, context } = await openPage(browser(), world())
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const chat = chatOf(page)
    await chat.say('write me a plan')
    await chat.answers.getByRole('table').waitFor()
    await chat.log.getByText('The agent is working').waitFor()
    expect(await chat.answers.locator('strong').textContent()).toBe('bold')
    expect(await chat.answers.locator('pre').textContent()).toBe(code)
    whole.open()
    await chat.log.getByText('The agent is working').waitFor({ state: 'detached' })
    expect(await chat.answers.count()).toBe(1)
    await chat.answers.getByRole('button', { name: 'Copy' }).click()
    await chat.answers.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  })
})

describe('cards', () => {
  test('stand in the order of the calls, each with its mark, and the summary comes last', async () => {
    await using _model = await models.start([
      {
        text: 'I look around.',
        calls: [
          { name: 'read_file', arguments: { path: 'README.md' } },
          { name: 'list_directory', arguments: { path: '.' } },
          { name: 'search_in_project', arguments: { query: 'main' } },
          { name: 'read_file', arguments: { path: '.env' } },
        ],
      },
      { calls: [{ name: 'execute_command', arguments: { command: 'ls', args: ['no-such-file'] } }] },
      { text: 'That was all.' },
    ])
    const { page } = await openPage(browser(), world())
    const chat = chatOf(page)
    await chat.say('look around')
    await chat.answers.getByText('That was all.').waitFor()
    const titles = ['Read README.md', 'List the workspace', 'Search the workspace for main', 'Read .env', 'Run ls no-such-file']
    const shown = () => chat.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
    await expect.poll(shown, WAIT).toEqual(titles)
    const marks = [/Done/, /Done/, /Done/, /Refused[\s\S]*Sensitive file/, /Ended with an error[\s\S]*Exit code 2/]
    for (const [index, mark] of marks.entries()) await chat.cards.nth(index).filter({ hasText: mark }).waitFor()
    expect(await chat.cards.evaluateAll(hueOfMarks)).toEqual(['green', 'green', 'green', 'red', 'red'])
    expect(await chat.log.getByRole('article').last().textContent()).toBe('That was all.')
    await page.reload()
    await chat.answers.getByText('That was all.').waitFor()
    await expect.poll(shown, WAIT).toEqual(titles)
  })

  test('show parameters and result in a form of their kind', async () => {
    await using _model = await models.start([
      {
        calls: [
          { name: 'read_file', arguments: { path: 'src/main.py' } },
          { name: 'search_in_project', arguments: { query: 'Hello' } },
          { name: 'list_directory', arguments: { path: 'src' } },
          { name: 'execute_command', arguments: { command: 'echo', args: ['one', 'two'] } },
        ],
      },
      { text: 'Done with it.' },
    ])
    const { page } = await openPage(browser(), world())
    const chat = chatOf(page)
    await chat.say('show me things')
    await chat.answers.getByText('Done with it.').waitFor()
    await (await chat.open('Read src/main.py')).getByRole('region', { name: 'src/main.py' }).getByText('print("main")').waitFor()
    await (await chat.open('Search the workspace for Hello')).getByRole('link', { name: 'README.md' }).waitFor()
    await (await chat.open('List src')).getByRole('link', { name: 'src/main.py' }).waitFor()
    const command = await chat.open('Run echo one two')
    await command.getByRole('region', { name: 'Output' }).getByText('one two').waitFor()
    await command.getByText('Exit code 0').waitFor()
  })

  test('that wait lead to their question; a rejection is told with its reason', async () => {
    await using _model = await models.start([
      { calls: [{ name: 'write_file', arguments: { path: 'asked.md', content: '# asked\n' } }] },
      { text: 'Then not.' },
    ])
    const { page } = await openPage(browser(), world(), { viewport: { width: 1000, height: 800 } })
    const chat = chatOf(page)
    await chat.say('write it')
    await chat.card('Write asked.md').getByText('Waiting for you').waitFor()
    await chat.card('Write asked.md').getByRole('link', { name: 'Answer' }).click()
    await page.getByRole('main').getByRole('article', { name: 'Write asked.md' }).waitFor()
    const [approval] = await world().operator.pending()
    await world().operator.reject(approval?.id ?? '', 'not in this folder')
    await page.goBack()
    await chat.answers.getByText('Then not.').waitFor()
    await chat.card('Write asked.md').filter({ hasText: 'Rejected' }).filter({ hasText: 'not in this folder' }).waitFor()
  })

  test('follow the output of a command that runs, and stop ends it', async () => {
    await world().workspace.write('tick.mjs', "let n = 0\nsetInterval(() => console.log('tick ' + ++n), 100)\n")
    await using _model = await models.start([
      { calls: [{ name: 'execute_command', arguments: { command: 'node', args: ['tick.mjs'], timeout: 300 } }] },
    ])
    const { page } = await openPage(browser(), world())
    const chat = chatOf(page)
    await chat.say('tick')
    const approval = await eventually('the question', async () => (await world().operator.pending())[0])
    await world().operator.approve(approval.id)
    const card = chat.card('Run node tick.mjs')
    await card.getByRole('region', { name: 'Output' }).getByText('tick 30').waitFor()
    await card.getByText('Running').waitFor()
    await page.reload()
    await card.getByRole('region', { name: 'Output' }).getByText('tick 1', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await chat.log.getByRole('note').getByText('Stopped.').waitFor()
    await card.getByText('Stopped', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0)
  })
})

describe('a turn that did not finish', () => {
  test('says why, and is tried again', async () => {
    const refuse = { status: 401, message: 'no such key' }
    await using _model = await models.start([{ refuse }, { text: 'Now it works.' }])
    const { page } = await openPage(browser(), world())
    const chat = chatOf(page)
    await chat.say('hello?')
    const failure = chat.log.getByRole('alert')
    await failure.filter({ hasText: 'The agent could not continue.' }).filter({ hasText: 'did not accept the API key' }).waitFor()
    await page.reload()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await chat.answers.getByText('Now it works.').waitFor()
    expect(await chat.log.getByRole('article', { name: 'You' }).allTextContents()).toEqual(['hello?', 'hello?'])
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  test('that was stopped while the model wrote is tried again', async () => {
    const never = gate()
    await using _model = await models.start([{ text: 'I will go on and on', wholeAfter: never.opened }, { text: 'Short.' }])
    const { page } = await openPage(browser(), world())
    const chat = chatOf(page)
    await chat.say('tell me a story')
    await chat.answers.getByText('I will go on and on').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await chat.log.getByRole('note').getByText('Stopped.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await chat.answers.getByText('Short.').waitFor()
  })
})

/** Runs in the page: the colour of each card's marker, which follows the arrow. */
const hueOfMarks = (cards: Element[]): string[] =>
  cards.map((card) => {
    const mark = card.querySelectorAll('button svg')[1]
    const [red = 0, green = 0] = (mark ? getComputedStyle(mark).color.match(/\d+/g) : null)?.map(Number) ?? []
    return green > red ? 'green' : 'red'
  })
