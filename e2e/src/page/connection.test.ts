// The page while things go away and come back: the server, the runner, the sign-in; and two windows at once.
import { expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openEmptyPage, openPage, SERVER_AWAY, sharedBrowser } from '../world/browser/browser.ts'
import { newLink, PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { createApi } from '../world/clients/api.ts'
import { sharedWorld } from '../world/shared-world.ts'

const browser = sharedBrowser()
const world = sharedWorld({ runner: 'separate' })

const askToWrite = (path: string) => world().agent.call('write_file', { path, content: 'x\n' }, { wait_seconds: 30 })

test('a server that is restarted under the open page: a banner, then everything again, with what waits', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/approvals', expectedErrors: SERVER_AWAY })
  await askToWrite('restart.md')
  const card = page.getByRole('main').getByRole('article', { name: 'Write restart.md' })
  await card.waitFor()
  await world().server().stop()
  const banner = page.getByText('No connection to Countersign.')
  await banner.waitFor()
  await world().restartServer()
  await banner.waitFor({ state: 'detached' })
  await card.getByRole('button', { name: 'Reject' }).click()
  await card.waitFor({ state: 'detached' })
  await eventually('the rejection', async () => (await world().operator.pending()).length === 0)
})

test('a runner that goes and comes back', async () => {
  await world().runnerOnline()
  const { page } = await openPage(browser(), world())
  await page.getByText('Runner online').waitFor()
  await world().runner()?.stop()
  await page.getByText('Calls wait until the runner is back.').waitFor()
  world().restartRunner()
  await page.getByText('Runner online').waitFor()
  await page.getByText('Calls wait until the runner is back.').waitFor({ state: 'detached' })
})

test('a question that is answered in one window is gone in the other, and in the title', async () => {
  await world().runnerOnline()
  const { page: one } = await openPage(browser(), world(), { hash: '#/approvals' })
  const { page: other } = await openPage(browser(), world(), { hash: '#/approvals' })
  await askToWrite('two-windows.md')
  const cardIn = (page: typeof one) => page.getByRole('main').getByRole('article', { name: 'Write two-windows.md' })
  await cardIn(other).waitFor()
  await expect.poll(() => other.title(), { timeout: PAGE_MILLISECONDS }).toBe('(1) Countersign')
  await cardIn(one).getByRole('button', { name: 'Reject' }).click()
  await cardIn(other).waitFor({ state: 'detached' })
  await expect.poll(() => other.title(), { timeout: PAGE_MILLISECONDS }).toBe('Countersign')
})

test('a link that was used already says what to do, and a new one works in the same tab', async () => {
  const refused = /401/
  const link = await newLink(world())
  const first = await openEmptyPage(browser())
  await first.goto(link)
  await first.getByRole('navigation', { name: 'Views' }).waitFor()
  const second = await openEmptyPage(browser(), { expectedErrors: refused })
  await second.goto(link)
  await second.getByText('This link was already used').waitFor()
  await second.getByText('npx countersign page').waitFor()
  await second.goto(await newLink(world()))
  await second.getByRole('navigation', { name: 'Views' }).waitFor()
})

test('a token that has expired leads to the way in', async () => {
  const expired = await world().createToken({ roles: ['operator'], exp: Math.floor(Date.now() / 1000) - 10 })
  const page = await openEmptyPage(browser(), { expectedErrors: /401/ })
  await page.goto(world().url)
  await page.evaluate((token) => sessionStorage.setItem('countersign.token', token), expired)
  await page.reload()
  await page.getByText('Your sign-in has expired').waitFor()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a page whose token ends goes on with its successor, and a reload finds that one', async () => {
  const now = Math.floor(Date.now() / 1000)
  const token = await world().createToken({ roles: ['operator'], iat: now, exp: now + 8, until: now + 3600 })
  const page = await openEmptyPage(browser())
  await page.goto(world().url)
  await page.evaluate((given) => sessionStorage.setItem('countersign.token', given), token)
  await page.goto(`${world().url}/#/approvals`)
  await page.reload()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await eventually('the end of the first token', async () => Date.now() / 1000 > now + 10 || undefined)
  await askToWrite('renewed.md')
  const card = page.getByRole('main').getByRole('article', { name: 'Write renewed.md' })
  await card.waitFor()
  await page.reload()
  await card.getByRole('button', { name: 'Reject' }).click()
  await card.waitFor({ state: 'detached' })
})

test('a pasted token signs in, and a wrong one does not', async () => {
  const page = await openEmptyPage(browser(), { expectedErrors: /401/ })
  await page.goto(world().url)
  await page.getByText('Or paste a token').click()
  const field = page.getByRole('textbox', { name: 'Or paste a token' })
  await field.fill('nonsense')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The server does not accept this token.').waitFor()
  await field.fill(world().tokens.operator)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
})

test('a page on a project that nobody runs offers the one whose runner is online', async () => {
  const { project } = await world().operator.post<{ project: { id: string } }>('/my/projects', { name: 'left behind' })
  await world().runnerOnline()
  const page = await openEmptyPage(browser())
  await page.goto(world().url)
  const access = { token: world().tokens.operator, id: project.id }
  await page.evaluate(({ token, id }) => {
    sessionStorage.setItem('countersign.token', token)
    sessionStorage.setItem('countersign.project', id)
  }, access)
  await page.reload()
  await page.getByText('Calls wait until the runner is back.').waitFor()
  await page.getByRole('button', { name: /^Open .+, which is online$/ }).click()
  await page.getByText('Runner online').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('countersign.project'))).toBe(world().projectId)
})

test('of several projects one is chosen, kept over a reload, and changed for another', async () => {
  const token = await world().createToken({ sub: 'ann', roles: ['operator'] })
  for (const name of ['first garden', 'second garden']) await createApi(world().url, token).post('/my/projects', { name })
  const page = await openEmptyPage(browser())
  await page.goto(world().url)
  await page.getByText('Or paste a token').click()
  await page.getByRole('textbox', { name: 'Or paste a token' }).fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Which project?' }).waitFor()
  await page.getByRole('button', { name: 'second garden' }).click()
  await page.getByRole('banner').getByText('second garden').waitFor()
  await page.reload()
  await page.getByRole('banner').getByText('second garden').waitFor()
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('button', { name: 'Another project' }).click()
  await page.getByRole('button', { name: 'first garden' }).click()
  await page.getByRole('banner').getByText('first garden').waitFor()
  expect(await page.getByRole('heading', { name: 'Which project?' }).count()).toBe(0)
})
