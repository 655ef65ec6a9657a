// Files that the agent changes: they flash, can be followed, and never overwrite what the person has not saved.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const browser = sharedBrowser()

const openFiles = async (hash = '#/files'): Promise<Page> => {
  const { page } = await openPage(browser(), world(), { hash })
  await page.getByRole('tree').getByRole('treeitem', { name: 'README.md' }).waitFor()
  return page
}

const editorOf = (page: Page, path: string) => page.getByRole('textbox', { name: path, exact: true })

const write = (path: string, content: string) => callAndApprove(world(), 'write_file', { path, content })

const untilMarked = (page: Page, lines: string[]) =>
  expect.poll(() => page.locator('.cs-line-added').allTextContents(), { timeout: PAGE_MILLISECONDS }).toEqual(lines)

test('a file that the agent changes flashes in the tree, and is told to screen readers', async () => {
  await world().workspace.write('flash.md', 'one\n')
  const page = await openFiles()
  await page.getByRole('treeitem', { name: 'flash.md' }).waitFor()
  const flash = page.getByRole('treeitem', { name: 'flash.md' }).locator('.flash').waitFor({ state: 'attached' })
  await write('flash.md', 'two\n')
  await flash
  await page.getByText(/has changed flash\.md$/).waitFor({ state: 'attached' })
})

test('with the switch on the view goes to each file that the agent changes, with the change marked', async () => {
  await world().workspace.write('src/followed.ts', 'const a = 1\nconst b = 2\n')
  const page = await openFiles()
  const follow = page.getByRole('switch', { name: 'Follow the agent' })
  await follow.click()
  expect(await follow.getAttribute('aria-checked')).toBe('true')
  await write('src/followed.ts', 'const a = 1\nconst b = 22\n')
  await editorOf(page, 'src/followed.ts').waitFor()
  await untilMarked(page, ['const b = 22'])
  const diff = '--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,4 @@\n # Sample\n+By a patch.\n \n Hello from the workspace.\n'
  await callAndApprove(world(), 'apply_patch', { diff })
  await editorOf(page, 'README.md').waitFor()
  await untilMarked(page, ['By a patch.'])
  await write('src/followed.ts', 'const a = 1\nconst b = 22\nconst c = 3\n')
  await editorOf(page, 'src/followed.ts').getByText('const c = 3').waitFor()
  await untilMarked(page, ['const c = 3'])
  await follow.click()
  await write('src/not-followed.ts', 'x\n')
  await page.getByText(/has changed src\/not-followed\.ts$/).waitFor({ state: 'attached' })
  expect(page.url()).toMatch(/src\/followed\.ts$/)
  expect(await editorOf(page, 'src/followed.ts').count()).toBe(1)
})

test('what a command of the agent writes is followed too', async () => {
  await world().workspace.write('make.mjs', "import { writeFileSync } from 'node:fs'\nwriteFileSync('made.txt', 'by a command\\n')\n")
  const page = await openFiles()
  await page.getByRole('switch', { name: 'Follow the agent' }).click()
  await callAndApprove(world(), 'execute_command', { command: 'node', args: ['make.mjs'] })
  await editorOf(page, 'made.txt').getByText('by a command').waitFor()
})

test('unsaved text stays when the agent changes the same file, whoever is followed', async () => {
  await world().workspace.write('mine.md', 'base\n')
  const page = await openFiles('#/files/mine.md')
  await page.getByRole('switch', { name: 'Follow the agent' }).click()
  await editorOf(page, 'mine.md').click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText('mine ')
  await page.getByRole('status').getByText('Not saved', { exact: true }).waitFor()
  await write('mine.md', 'theirs\n')
  await page.getByRole('alert').getByText('This file has changed on disk (by').waitFor()
  expect(await editorOf(page, 'mine.md').locator('.cm-line').allTextContents()).toEqual(['mine base', ''])
})
