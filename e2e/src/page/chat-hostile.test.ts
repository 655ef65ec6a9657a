// What a model, a file or a program may write to harm the person who reads it: shown harmless, and without effect.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { chatOf } from '../world/browser/chat-page.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { sharedWorld } from '../world/shared-world.ts'

const HTML = '<img src=x onerror="window.harmed=1"><script>window.harmed=2</script><style>body{display:none}</style>'
const LINE = 'A'.repeat(100_000)
const models = await prepareModels()
const world = sharedWorld({
  serve: models.serve,
  serverEnv: models.env,
  files: {
    'page.html': `${HTML}\n`,
    'long.txt': `${LINE}\n`,
    'turned.txt': 'safe \u202Egpj.exe\u202C and \u200Bhidden\n',
    'colours.txt': '\u001b[31mred\u001b[0m \u001b]0;a title\u0007\u001b[2Jcleared\n',
  },
})
const browser = sharedBrowser()

const isUnharmed = async (page: Page) => {
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  expect(await page.locator('[role=log] img, [role=log] script, [role=log] style, [role=log] iframe').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}

test('HTML and links of a model stay text, and lead only to the web', async () => {
  const text = [
    `${HTML}\n\n`,
    '[click](javascript:window.harmed=3) [data](data:text/html,<script>window.harmed=4</script>) ',
    '[also]( JaVaScRiPt:window.harmed=5 ) [web](https://example.org/) ![picture](https://example.org/spy.png)\n\n',
    '`<b>code</b>` and \u202Eturned\u202C and zero\u200Bwidth\n',
  ]
  await using _model = await models.start([{ text }])
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  await chat.say(`please ${HTML} \u202Eturned`)
  await chat.answers.getByText('⟨U+202E⟩turned').waitFor()
  await chat.answers.getByText('zero⟨U+200B⟩width').waitFor()
  await chat.log.getByRole('article', { name: 'You' }).getByText('⟨U+202E⟩turned').waitFor()
  await chat.answers.getByText('<img src=x onerror="window.harmed=1">').waitFor()
  const targets = await chat.log.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['https://example.org/', 'https://example.org/spy.png'])
  await chat.answers.getByText('click', { exact: true }).click()
  await isUnharmed(page)
})

/** An open card may push others out of sight, and what is out of sight is not in the page. */
const close = (page: Page, name: string) =>
  page.getByRole('log').getByRole('group', { name, exact: true }).getByRole('button', { expanded: true }).first().click()

test('files and programs that try to harm are shown as what they are', async () => {
  await using _model = await models.start([
    {
      calls: [
        { name: 'read_file', arguments: { path: 'page.html' } },
        { name: 'read_file', arguments: { path: 'turned.txt' } },
        { name: 'read_file', arguments: { path: 'long.txt' } },
        { name: 'execute_command', arguments: { command: 'cat', args: ['colours.txt'] } },
        { name: 'execute_command', arguments: { command: 'cat', args: ['long.txt'] } },
        { name: 'search_in_project', arguments: { query: `${HTML}\u202E` } },
      ],
    },
    { text: 'Looked at.' },
  ])
  const { page } = await openPage(browser(), world())
  const chat = chatOf(page)
  await chat.say('look')
  await chat.answers.getByText('Looked at.').waitFor()
  await (await chat.open('Read page.html')).getByText('<script>window.harmed=2</script>').waitFor()
  await close(page, 'Read page.html')
  await (await chat.open('Read turned.txt')).filter({ hasText: 'safe ⟨U+202E⟩gpj.exe⟨U+202C⟩ and ⟨U+200B⟩hidden' }).waitFor()
  await close(page, 'Read turned.txt')
  const colours = (await chat.open('Run cat colours.txt')).getByRole('region', { name: 'Output' })
  await colours.getByText('red cleared').waitFor()
  await close(page, 'Run cat colours.txt')
  await chat.open('Read long.txt')
  await close(page, 'Read long.txt')
  const long = await chat.open('Run cat long.txt')
  await long.getByRole('button', { name: /Show all of it/ }).click()
  const shown = () => long.getByRole('region', { name: 'Output' }).textContent()
  await expect.poll(async () => (await shown())?.length, { timeout: PAGE_MILLISECONDS }).toBeGreaterThanOrEqual(LINE.length)
  await isUnharmed(page)
})
