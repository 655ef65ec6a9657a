// What a newcomer sees: a project that explains itself, things to try, and hints about what is missing.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { chatOf } from '../world/browser/chat-page.ts'
import { sharedWorld } from '../world/shared-world.ts'

const browser = sharedBrowser()

describe('a project that is new', () => {
  const world = sharedWorld()

  test('explains itself and says that no model is configured', async () => {
    const { page } = await openPage(browser(), world())
    await page.getByRole('heading', { name: 'Welcome. An agent works here, and you countersign.' }).waitFor()
    await page.getByText('Before it changes a file or runs a command').waitFor()
    const noModel = page.getByRole('region', { name: 'No model is configured' })
    await noModel.getByText('It is not a language model').waitFor()
    await noModel.getByText('COUNTERSIGN_MODEL=').waitFor()
    await page.getByText('Built-in agent, not a model').waitFor()
    await page.getByRole('button', { name: 'Play the demo story' }).waitFor()
  })

  test('speaks the language of the browser', async () => {
    const { page } = await openPage(browser(), world(), { locale: 'zh-CN' })
    await page.getByRole('heading', { name: '欢迎。代理在这里工作，由你来会签。' }).waitFor()
    await page.getByRole('button', { name: '列出文件' }).click()
    await page.getByRole('log').getByRole('group').getByText('完成').waitFor()
  })

  test('offers three things to try; one click does it', async () => {
    const { page } = await openPage(browser(), world())
    const chat = chatOf(page)
    const things = page.getByRole('region', { name: 'Three things to try' }).getByRole('button')
    await things.nth(2).waitFor()
    expect(await things.count()).toBe(3)
    await things.filter({ hasText: 'read README.md' }).click()
    await chat.answers.getByText('Hello from the workspace.').waitFor()
    await chat.card('Read README.md').getByText('3 lines').waitFor()
  })

  test('fits a phone, with the other conversations behind a button', async () => {
    const { page } = await openPage(browser(), world(), { viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: 'list the files' }).click()
    const chat = chatOf(page)
    await chat.answers.getByText('config.json').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Conversations' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conversations' })
    await dialog.getByRole('button', { name: 'New conversation' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'What shall the agent do?' }).waitFor()
  })

  test('plays the demo story: a patch of which one part is left out, a test, a refusal, and an undo', async () => {
    const { page } = await openPage(browser(), world(), { viewport: { width: 1280, height: 1400 } })
    const chat = chatOf(page)
    await page.getByRole('button', { name: 'Play the demo story' }).click()
    const review = page.getByRole('article', { name: /^Review a patch/ })
    await review.getByRole('checkbox', { name: /BOAST/ }).first().uncheck()
    await review.getByRole('button', { name: 'Apply 2 of 3' }).click()
    const command = page.getByRole('article', { name: /^Run: node --test/ })
    await command.getByRole('button', { name: 'Approve' }).click()
    await chat.card('Run rm -rf countersign-demo').filter({ hasText: 'Refused' }).waitFor()
    await chat.answers.getByText('That was the story').waitFor()
    expect(await readdir(join(world().workspace.path, 'countersign-demo'))).toEqual(['greet.mjs', 'greet.test.mjs'])
    await page.getByRole('link', { name: 'History' }).click()
    await page
      .getByRole('link', { name: /Run rm -rf countersign-demo/ })
      .filter({ hasText: 'Refused' })
      .waitFor()
    // Back in the same conversation, where the patch can be undone.
    await page.getByRole('link', { name: 'Chat' }).click()
    const patch = await chat.open('Apply a patch: create countersign-demo/greet.mjs, create countersign-demo/greet.test.mjs')
    await patch.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await patch.getByText('Undone').waitFor()
    expect(await readdir(world().workspace.path)).not.toContain('countersign-demo')
  })
})
