// The editor: a file is opened, edited and saved with the same checks; changes on disk meanwhile are reported.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { newLink, PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const browser = sharedBrowser()

/** The page with a file of this content open in it. */
async function openFile(path: string, content: string): Promise<Page> {
  await world().workspace.write(path, content)
  const { page } = await openPage(browser(), world(), { hash: `#/files/${path}` })
  await editorOf(page, path).waitFor()
  return page
}

const editorOf = (page: Page, path: string) => page.getByRole('textbox', { name: path, exact: true })

const stateOf = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true })

async function typeAtEnd(page: Page, path: string, text: string): Promise<void> {
  await editorOf(page, path).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(text)
  await stateOf(page, 'Not saved').waitFor()
}

/** As the editor shows it, line by line. */
const textOf = async (page: Page, path: string) => (await editorOf(page, path).locator('.cm-line').allTextContents()).join('\n')

const untilText = (page: Page, path: string, expected: string) =>
  expect.poll(() => textOf(page, path), { timeout: PAGE_MILLISECONDS }).toBe(expected)

const disk = (path: string) => world().workspace.read(path)

describe('a file', () => {
  test('is chosen in the tree, edited, and saved with the keys of the platform', async () => {
    await world().workspace.write('edit/hello.ts', 'export const hello = 1\n')
    const { page } = await openPage(browser(), world(), { hash: '#/files' })
    const tree = page.getByRole('tree')
    await tree.getByRole('treeitem', { name: 'edit' }).click()
    await tree.getByRole('treeitem', { name: 'hello.ts' }).click()
    await typeAtEnd(page, 'edit/hello.ts', 'export const more = 2')
    expect(await disk('edit/hello.ts')).toBe('export const hello = 1\n')
    await page.keyboard.press('ControlOrMeta+s')
    await stateOf(page, 'Saved').waitFor()
    expect(await disk('edit/hello.ts')).toBe('export const hello = 1\nexport const more = 2')
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  })

  test('keeps its line ends and its byte order mark', async () => {
    const page = await openFile('windows.txt', '\uFEFFone\r\ntwo\r\n')
    await page.getByText('CRLF').waitFor()
    await typeAtEnd(page, 'windows.txt', 'three')
    await page.getByRole('button', { name: 'Save' }).click()
    await stateOf(page, 'Saved').waitFor()
    expect(await disk('windows.txt')).toBe('\uFEFFone\r\ntwo\r\nthree')
  })

  test('with a secret look is saved as it is, not masked', async () => {
    const line = `token = ghp_${'a1B2'.repeat(9)}\n`
    const page = await openFile('tokens.md', line)
    await typeAtEnd(page, 'tokens.md', 'more')
    await page.keyboard.press('ControlOrMeta+s')
    await stateOf(page, 'Saved').waitFor()
    expect(await disk('tokens.md')).toBe(`${line}more`)
  })

  test('has colours, line numbers and a search in the words of the page', async () => {
    await world().workspace.write('search.py', 'def first():\n    return "needle"\n\nneedle = 2\n')
    const { page } = await openPage(browser(), world(), { hash: '#/files/search.py', locale: 'ru-RU' })
    const editor = editorOf(page, 'search.py')
    await editor.locator('.cm-line span', { hasText: /^def$/ }).waitFor()
    await page.locator('.cm-lineNumbers').getByText('4', { exact: true }).waitFor()
    await editor.click()
    await page.keyboard.press('ControlOrMeta+f')
    const field = page.getByRole('textbox', { name: 'Найти' })
    await field.pressSequentially('needle')
    await expect.poll(() => page.locator('.cm-searchMatch').count(), { timeout: PAGE_MILLISECONDS }).toBe(2)
    await page.getByRole('button', { name: 'закрыть', exact: true }).click()
    await field.waitFor({ state: 'detached' })
  })
})

describe('a file that changes on disk', () => {
  test('is told, and Reload takes the text of the disk and marks what is new', async () => {
    const page = await openFile('reload.md', 'one\ntwo\n')
    await world().workspace.write('reload.md', 'one\ntwo\nthree\n')
    const bar = page.getByRole('alert').filter({ hasText: 'This file has changed on disk.' })
    await bar.waitFor()
    expect(await textOf(page, 'reload.md')).toBe('one\ntwo\n')
    await bar.getByRole('button', { name: 'Reload' }).click()
    await untilText(page, 'reload.md', 'one\ntwo\nthree\n')
    await expect.poll(() => page.locator('.cs-line-added').allTextContents(), { timeout: PAGE_MILLISECONDS }).toEqual(['three'])
    await bar.waitFor({ state: 'detached' })
  })

  test('leaves what the person wrote: Keep mine, then save', async () => {
    const page = await openFile('keep.md', 'base\n')
    await typeAtEnd(page, 'keep.md', 'mine')
    await world().workspace.write('keep.md', 'theirs\n')
    const bar = page.getByRole('alert').filter({ hasText: 'You have unsaved changes.' })
    await bar.getByRole('button', { name: 'Keep mine' }).click()
    await bar.waitFor({ state: 'detached' })
    expect(await disk('keep.md')).toBe('theirs\n')
    await page.keyboard.press('ControlOrMeta+s')
    await stateOf(page, 'Saved').waitFor()
    expect(await disk('keep.md')).toBe('base\nmine')
  })

  test('is compared side by side, and a part of it is taken over', async () => {
    const page = await openFile('both.md', 'one\ntwo\nthree\nfour\nfive\n')
    await typeAtEnd(page, 'both.md', 'mine')
    await world().workspace.write('both.md', 'ONE\ntwo\nthree\nfour\nfive\n')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await editorOf(page, 'On disk').getByText('ONE').waitFor()
    await editorOf(page, 'Yours').getByText('mine').waitFor()
    await page.getByRole('button', { name: 'Take this part from the disk' }).first().click()
    await editorOf(page, 'Yours').getByText('ONE').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await untilText(page, 'both.md', 'ONE\ntwo\nthree\nfour\nfive\nmine')
    await page.keyboard.press('ControlOrMeta+s')
    await stateOf(page, 'Saved').waitFor()
    expect(await disk('both.md')).toBe('ONE\ntwo\nthree\nfour\nfive\nmine')
  })

  test('just before a save is not overwritten: the save leads to the same choice', async () => {
    const page = await openFile('late.md', 'base\n')
    await typeAtEnd(page, 'late.md', 'mine')
    await world().workspace.write('late.md', 'theirs\n')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('alert').getByText('Not saved; your text is still here.').waitFor()
    expect(await disk('late.md')).toBe('theirs\n')
    await untilText(page, 'late.md', 'base\nmine')
    await page.getByRole('button', { name: 'Reload' }).click()
    await untilText(page, 'late.md', 'theirs\n')
    await stateOf(page, 'Saved').waitFor()
  })

  test('back to what it was has nothing to choose any more', async () => {
    const page = await openFile('back.md', 'base\n')
    await world().workspace.write('back.md', 'other\n')
    await page.getByRole('button', { name: 'Reload' }).waitFor()
    await world().workspace.write('back.md', 'base\n')
    await page.getByRole('button', { name: 'Reload' }).waitFor({ state: 'detached' })
  })
})

describe('text that was not saved', () => {
  test('is not dropped by signing out before the person has agreed', async () => {
    const page = await openFile('leave.md', 'base\n')
    await typeAtEnd(page, 'leave.md', 'mine')
    const signOut = async () => {
      await page.getByRole('button', { name: 'Preferences' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
    }
    await signOut()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByText('leave.md').waitFor()
    await question.getByRole('button', { name: 'Back' }).click()
    await question.waitFor({ state: 'detached' })
    await untilText(page, 'leave.md', 'base\nmine')
    await signOut()
    await question.getByRole('button', { name: 'Discard and continue' }).click()
    await page.getByText('This tab is not signed in yet.').waitFor()
    expect(await disk('leave.md')).toBe('base\n')
  })

  test('is not dropped by another link, nor by closing the window', async () => {
    const page = await openFile('link.md', 'base\n')
    await typeAtEnd(page, 'link.md', 'mine')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const closing = await asked
    expect(closing.type()).toBe('beforeunload')
    await closing.dismiss()
    const link = await newLink(world())
    await page.evaluate((address) => location.assign(address), link)
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.waitFor()
    expect(new URL(page.url()).hash).toBe('#/files/link.md')
    await question.getByRole('button', { name: 'Back' }).click()
    await untilText(page, 'link.md', 'base\nmine')
    await page.evaluate((address) => location.assign(address), link)
    await question.getByRole('button', { name: 'Discard and continue' }).click()
    await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor()
    expect(page.url()).not.toContain('code')
  })
})
