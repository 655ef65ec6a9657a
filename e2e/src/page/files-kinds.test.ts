// What cannot be edited, or must not be lost: other kinds of files, refusals, tabs, leaving with unsaved text.
import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ files: { '.env': 'TOKEN=1\n' } })
const browser = sharedBrowser()

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const open = async (path: string): Promise<Page> => (await openPage(browser(), world(), { hash: `#/files/${path}` })).page

const editorOf = (page: Page, path: string) => page.getByRole('textbox', { name: path, exact: true })

const stateOf = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true })

async function openAndType(path: string, text: string): Promise<Page> {
  await world().workspace.write(path, 'base\n')
  const page = await open(path)
  await editorOf(page, path).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(text)
  await stateOf(page, 'Not saved').waitFor()
  return page
}

describe('what is shown in place of text', () => {
  test('an image is shown, a pdf and other bytes are told', async () => {
    await world().workspace.write('pixel.png', Buffer.from(PIXEL, 'base64'))
    await world().workspace.write('manual.pdf', '%PDF-1.4')
    await world().workspace.write('data.bin', new Uint8Array([0, 255, 254, 1]))
    const page = await open('pixel.png')
    const image = page.getByRole('img', { name: 'pixel.png' })
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth), { timeout: PAGE_MILLISECONDS }).toBe(1)
    await page.goto(`${world().url}/#/files/manual.pdf`)
    await page.getByText('PDF files are not shown here.').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('manual.pdf')
    await page.goto(`${world().url}/#/files/data.bin`)
    await page.getByText('It is not text in UTF-8.').waitFor()
  })

  test('a file that may hold secrets is refused in words, and so is a new one with such a name', async () => {
    const page = await open('.env')
    await page.getByRole('alert').getByText('It may hold secrets').waitFor()
    await page.getByRole('button', { name: 'New file' }).click()
    await page.getByRole('textbox', { name: 'Path in the workspace' }).fill('keys/id_rsa')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog').getByText('It may hold secrets').waitFor()
    expect(world().workspace.has('keys/id_rsa')).toBe(false)
  })

  test('a file that is too large is shown from its beginning, read-only', async () => {
    await world().workspace.write('huge.txt', 'a line of a long file\n'.repeat(120_000))
    const page = await open('huge.txt')
    await page.getByText('This file is too large to be edited here').waitFor()
    await editorOf(page, 'huge.txt').click()
    await page.keyboard.insertText('x')
    await page.getByText('Read-only', { exact: true }).waitFor()
    expect(await editorOf(page, 'huge.txt').locator('.cm-line').first().textContent()).toBe('a line of a long file')
  })
})

describe('text that is not saved', () => {
  test('stays while the person is in another file and in another view', async () => {
    await world().workspace.write('second.md', 'second\n')
    const page = await openAndType('first.md', 'unsaved')
    await page.goto(`${world().url}/#/files/second.md`)
    await editorOf(page, 'second.md').getByText('second').waitFor()
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor()
    await page.getByRole('link', { name: 'Files' }).click()
    const tabs = page.getByRole('navigation', { name: 'Open files' })
    await tabs.getByRole('link', { name: 'first.md , Not saved' }).click()
    await editorOf(page, 'first.md').getByText('unsaved').waitFor()
    expect(await world().workspace.read('first.md')).toBe('base\n')
  })

  test('is asked about when its tab is closed: go on, discard, or save', async () => {
    const page = await openAndType('closing.md', 'kept')
    const close = page.getByRole('button', { name: 'Close closing.md' })
    const dialog = page.getByRole('dialog')
    await close.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await editorOf(page, 'closing.md').getByText('kept').waitFor()
    await close.click()
    await dialog.getByRole('button', { name: 'Save and close' }).click()
    await page.getByText('No file is open.').waitFor()
    expect(await world().workspace.read('closing.md')).toBe('base\nkept')
    const again = await openAndType('discard.md', 'dropped')
    await again.getByRole('button', { name: 'Close discard.md' }).click()
    await again.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await again.getByText('No file is open.').waitFor()
    expect(await world().workspace.read('discard.md')).toBe('base\n')
  })

  test('makes the browser ask before the page is left, and no longer once it is saved', async () => {
    const page = await openAndType('leaving.md', 'precious')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.evaluate(() => setTimeout(() => location.reload()))
    await eventually('the question of the browser', () => asked.includes('beforeunload'))
    await editorOf(page, 'leaving.md').getByText('precious').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await stateOf(page, 'Saved').waitFor()
    await page.reload()
    await editorOf(page, 'leaving.md').getByText('precious').waitFor()
    expect(asked).toEqual(['beforeunload'])
  })

  test('outlives its file: a deleted one is told, and can be saved again or closed', async () => {
    const page = await openAndType('deleted.md', 'mine')
    await rm(world().workspace.at('deleted.md'))
    const bar = page.getByRole('alert').filter({ hasText: 'This file was deleted on disk.' })
    await bar.getByRole('button', { name: 'Keep, to save it again' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+s')
    await stateOf(page, 'Saved').waitFor()
    expect(await world().workspace.read('deleted.md')).toBe('base\nmine')
    await rm(world().workspace.at('deleted.md'))
    await bar.getByRole('button', { name: 'Close it' }).click()
    await page.getByText('No file is open.').waitFor()
    expect(world().workspace.has('deleted.md')).toBe(false)
  })
})
