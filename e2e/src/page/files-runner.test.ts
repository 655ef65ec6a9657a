// The runner goes away and comes back while an editor is open: what was written stays, and the page says what to do.
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ runner: 'separate' })
const browser = sharedBrowser()

test('without a runner the text stays, the page says what to do, and the save counts when it is back', async () => {
  await world().workspace.write('away.md', 'base\n')
  const { page } = await openPage(browser(), world(), { hash: '#/files/away.md' })
  const editor = page.getByRole('textbox', { name: 'away.md' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  await world().runner()?.[Symbol.asyncDispose]()
  await page.getByText('Runner offline').first().waitFor()
  await page.keyboard.insertText('written meanwhile')
  await page.getByRole('alert').getByText('Start “countersign serve” or “countersign runner”, then save again.').waitFor()
  await page.keyboard.press('ControlOrMeta+s')
  await editor.getByText('written meanwhile').waitFor()
  await page.getByRole('treeitem', { name: 'away.md' }).waitFor()
  await page.getByRole('treeitem', { name: 'config.json' }).click()
  await page.getByRole('alert').getByText('The runner is offline.').waitFor()
  expect(await world().workspace.read('away.md')).toBe('base\n')
  world().restartRunner()
  await world().runnerOnline()
  await page.getByRole('textbox', { name: 'config.json' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Open files' })
    .getByRole('link', { name: /away\.md/ })
    .click()
  await editor.getByText('written meanwhile').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  expect(await world().workspace.read('away.md')).toBe('base\nwritten meanwhile')
})
