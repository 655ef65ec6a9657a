// New, renamed and deleted files pass the same approval, with undo.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ files: { 'docs/guide.md': '# Guide\n', 'docs/old.md': 'old\n', 'tmp/a.txt': 'a', 'tmp/b/c.txt': 'c' } })
const browser = sharedBrowser()

const openTree = async (): Promise<Page> => (await openPage(browser(), world(), { hash: '#/files' })).page

const item = (page: Page, name: string) => page.getByRole('tree').getByRole('treeitem', { name, exact: true })

const pathField = (page: Page) => page.getByRole('textbox', { name: 'Path in the workspace' })

test('a new file is made in the folder in focus and opened, and a name that is taken is refused', async () => {
  const page = await openTree()
  await item(page, 'docs').click()
  await page.getByRole('button', { name: 'New file' }).click()
  await page.keyboard.insertText('fresh.md')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'docs/fresh.md' }).waitFor()
  expect(await world().workspace.read('docs/fresh.md')).toBe('')
  await item(page, 'fresh.md').waitFor()
  await page.getByRole('button', { name: 'New file' }).click()
  await pathField(page).fill('docs/guide.md')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog').getByText('Something has this name already.').waitFor()
  expect(await world().workspace.read('docs/guide.md')).toBe('# Guide\n')
})

test('a new folder appears in the tree', async () => {
  const page = await openTree()
  await item(page, 'README.md').waitFor()
  await page.getByRole('button', { name: 'New folder' }).click()
  await pathField(page).fill('made/here')
  await page.getByRole('button', { name: 'Create' }).click()
  await item(page, 'here').waitFor()
  expect(world().workspace.has('made/here')).toBe(true)
})

test('a file that is open gets another name by F2, keeps its unsaved text, and the renaming is undone', async () => {
  const page = await openTree()
  await item(page, 'docs').click()
  await item(page, 'old.md').click()
  await page.getByRole('textbox', { name: 'docs/old.md' }).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText('unsaved ')
  await page.getByRole('tree').focus()
  await page.keyboard.press('F2')
  await pathField(page).fill('docs/renamed.md')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'docs/renamed.md' }).getByText('unsaved old').waitFor()
  expect([world().workspace.has('docs/old.md'), await world().workspace.read('docs/renamed.md')]).toEqual([false, 'old\n'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone: docs/renamed.md').waitFor()
  expect(await world().workspace.read('docs/old.md')).toBe('old\n')
})

test('a folder is deleted with the Delete key after a question, and comes back by undo', async () => {
  const page = await openTree()
  await item(page, 'tmp').click()
  await page.getByRole('tree').focus()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Delete the folder “tmp” with everything in it?').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await item(page, 'tmp').waitFor({ state: 'detached' })
  expect(world().workspace.has('tmp')).toBe(false)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await item(page, 'tmp').waitFor()
  await eventually('the folder', () => world().workspace.has('tmp/b/c.txt'))
})
