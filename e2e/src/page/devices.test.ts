// Devices that ask for access: the page shows the code that the device shows, and the person answers.
import { createClient, type SignedIn, type SignInCode, signIn } from '@countersign/client'
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const browser = sharedBrowser()

async function ask(name: string): Promise<{ readonly code: string; readonly done: Promise<SignedIn> }> {
  const shown = Promise.withResolvers<SignInCode>()
  const done = signIn({ url: world().url, name, folders: ['thing'], onCode: shown.resolve })
  done.catch(shown.reject)
  return { code: (await shown.promise).userCode, done }
}

test('an open page asks at once, shows the code of the device, and a yes gives it both credentials', async () => {
  const { page } = await openPage(browser(), world(), { viewport: { width: 360, height: 740 } })
  const { code, done } = await ask('VS Code on workstation')
  const dialog = page.getByRole('dialog', { name: 'Access for a device' })
  await dialog.getByText('“VS Code on workstation” asks for access').waitFor()
  await dialog.getByText(code, { exact: true }).waitFor()
  await dialog.getByText('Folders: thing').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  // A key that was meant for the page must not allow anything: the focus is on the button that closes.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close')
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { operator, agent } = await done
  const as = (token: string) => createClient({ url: world().url, token })
  expect((await as(operator.token).listMyApprovals({ query: {} })).approvals).toEqual([])
  await expect(as(agent.token).listMyApprovals({ query: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a click in the moment in which the question appears allows nothing', async () => {
  const { page } = await openPage(browser(), world(), { locale: 'en' })
  await page.evaluate(() => {
    const click = (_: unknown, observer: MutationObserver) => {
      const allow = [...document.querySelectorAll<HTMLElement>('dialog button')].find(({ textContent }) => textContent === 'Allow')
      if (!allow) return
      observer.disconnect()
      allow.click()
      document.body.dataset.clicked = 'yes'
    }
    new MutationObserver(click).observe(document.body, { childList: true, subtree: true })
  })
  const { done } = await ask('a quick editor')
  const refused = expect(done).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
  await page.locator('body[data-clicked]').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await refused
})

test('a refusal on the page reaches the device', async () => {
  const { page } = await openPage(browser(), world(), { locale: 'ru' })
  const { done } = await ask('another editor')
  const refused = expect(done).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
  await page.getByRole('dialog', { name: 'Доступ для устройства' }).getByRole('button', { name: 'Отказать' }).click()
  await refused
})

test('a page that is opened later asks too; closed without an answer, the request stays in the list', async () => {
  const { code, done } = await ask('a later editor')
  const { page } = await openPage(browser(), world(), { hash: '#/grants' })
  const dialog = page.getByRole('dialog', { name: 'Access for a device' })
  await dialog.getByText(code, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  const card = page.getByRole('region', { name: 'Devices' }).getByRole('article', { name: 'a later editor' })
  await card.getByText(code, { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Allow' }).click()
  const { operator } = await done
  await card.getByText('Has access since').waitFor()
  await card.getByRole('button', { name: 'End access' }).click()
  await page.getByRole('dialog', { name: 'End the access of this device?' }).getByRole('button', { name: 'End access' }).click()
  await card.waitFor({ state: 'detached' })
  await expect(createClient({ url: world().url, token: operator.token }).listProjects({ query: {} })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test('a request that is answered elsewhere leaves the page by itself', async () => {
  const { page } = await openPage(browser(), world(), { locale: 'zh' })
  const { code, done } = await ask('an editor')
  const refused = expect(done).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
  const dialog = page.getByRole('dialog', { name: '设备访问' })
  await dialog.getByText(code, { exact: true }).waitFor()
  await world().operator.post('/my/devices/refuse', { user_code: code })
  await dialog.waitFor({ state: 'detached' })
  await refused
})
