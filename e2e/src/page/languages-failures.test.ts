// Nothing is English in the Russian and the Chinese page where something fails: the model, the server, the sign-in, an edit, a turn.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { openEmptyPage, openPage, SERVER_AWAY, sharedBrowser } from '../world/browser/browser.ts'
import { rejectAll } from '../world/browser/cards.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { englishIn } from '../world/browser/english-text.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { sharedWorld } from '../world/shared-world.ts'

const models = await prepareModels()
const world = sharedWorld({ serve: models.serve, serverEnv: models.env })
const browser = sharedBrowser()

afterEach(() => rejectAll(world()))

/** Waits for the words of the failure, then reads the whole page. */
async function expectNoEnglish(page: Page, words: string): Promise<void> {
  await page.getByText(words).filter({ visible: true }).first().waitFor()
  await expect.poll(() => englishIn(page.locator('body')), { timeout: PAGE_MILLISECONDS / 6, message: words }).toEqual([])
}

const RUSSIAN = {
  locale: 'ru',
  message: 'Сообщение агенту',
  key: 'не приняла ключ API. Запишите верный ключ в',
  quoted: 'Её ответ: «you may not use this model»',
  unreachable: 'недоступна по адресу',
  edit: 'Править',
  asJson: 'Как JSON',
  refused: 'content: недопустимое значение: нужно текст, получено число; parameters: неизвестный ключ: "other"',
  away: 'Нет связи с Countersign',
  expired: 'Срок входа истёк',
}

const CHINESE: typeof RUSSIAN = {
  locale: 'zh',
  message: '给代理的消息',
  key: '不接受 API 密钥。请把正确的密钥放入',
  quoted: '它的回答：“you may not use this model”',
  unreachable: '连接模型“',
  edit: '编辑',
  asJson: 'JSON',
  refused: 'content：值无效：需要文本，收到数字；parameters：未知的键："other"',
  away: '与 Countersign 的连接已断开',
  expired: '登录已过期',
}

describe.each([RUSSIAN, CHINESE])('in $locale nothing is English', ({ locale, ...words }) => {
  async function say(page: Page): Promise<void> {
    const message = page.getByRole('textbox', { name: words.message })
    await message.fill('?')
    await message.press('Enter')
  }

  test('where the model refuses its key, or cannot be reached', async () => {
    const { page } = await openPage(browser(), world(), { locale })
    const refusals = [
      { refuse: { status: 401, message: 'no such key' } },
      { refuse: { status: 403, message: 'you may not use this model' } },
    ]
    {
      await using _model = await models.start(refusals)
      await say(page)
      await expectNoEnglish(page, words.key)
      await say(page)
      await expectNoEnglish(page, words.quoted)
    }
    await say(page)
    await expectNoEnglish(page, words.unreachable)
  })

  test('where edited parameters do not fit the tool', async () => {
    await world().agent.call('write_file', { path: 'edited.md', content: 'a\n' })
    const { page } = await openPage(browser(), world(), { hash: '#/approvals', locale })
    const card = page.getByRole('main').getByRole('article').first()
    await card.getByRole('button', { name: words.edit }).click()
    await card.getByRole('button', { name: words.asJson }).click()
    await card.getByRole('textbox', { name: words.asJson }).fill('{"path": "edited.md", "content": 7, "other": 1}')
    await expectNoEnglish(page, words.refused)
  })

  test('where the server is away', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/history', locale, expectedErrors: SERVER_AWAY })
    await world().server().stop()
    await expectNoEnglish(page, words.away)
    await world().restartServer()
  })

  test('where the sign-in has expired', async () => {
    const expired = await world().createToken({ roles: ['operator'], exp: Math.floor(Date.now() / 1000) - 10 })
    const page = await openEmptyPage(browser(), { locale, expectedErrors: /401/ })
    await page.goto(world().url)
    await page.evaluate((token) => sessionStorage.setItem('countersign.token', token), expired)
    await page.reload()
    await expectNoEnglish(page, words.expired)
  })
})
