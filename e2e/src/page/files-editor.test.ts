// The editor: a file is opened, edited and saved through the same gate; what happens to it on disk meanwhile is told.
import { describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser.ts'
import { sharedWorld } from '../world/shared-world.ts'
import { eventually } from '../world/wait.ts'

const world = sharedWorld()
const browser = sharedBrowser()

describe('a file', () => {
  test('is chosen in the tree, edited, and saved with the keys of the platform', async () => {
    await world().workspace.write('edit/hello.ts', 'export const hello = 1\n')
    const { page } = await openPage(browser(), world(), { hash: '#/files' })
    const tree = page.getByRole('tree')
    await tree.getByRole('treeitem', { name: 'edit' }).click()
    await tree.getByRole('treeitem', { name: 'hello.ts' }).click()
    const editor = page.getByRole('textbox', { name: 'edit/hello.ts' })
    await editor.getByText('export').waitFor()
    await editor.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('export const more = 2')
    await page.getByRole('status').getByText('Not saved').waitFor()
    expect(await world().workspace.read('edit/hello.ts')).toBe('export const hello = 1\n')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    expect(await world().workspace.read('edit/hello.ts')).toBe('export const hello = 1\nexport const more = 2')
    await eventually('no bar', async () => (await page.getByRole('alert').count()) === 0)
  })
})
