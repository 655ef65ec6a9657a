// The views of the side bar, and the rows of a tree.
import type { Locator, Page } from 'playwright-core'

/** One view of the side bar, by its title. */
export const view = (page: Page, title: string): Locator =>
  page.locator('.pane').filter({ has: page.locator('.pane-header .title', { hasText: title }) })

export const treeRow = (tree: Locator, text: string | RegExp): Locator => tree.locator('.monaco-list-row').filter({ hasText: text })

/** Opens a view that is folded up. */
export async function unfold(tree: Locator): Promise<void> {
  const header = tree.locator('.pane-header')
  if ((await header.getAttribute('aria-expanded')) === 'false') await header.click()
}

/** An action at the end of a row, which appears under the mouse. */
export async function pressInRow(row: Locator, action: string | RegExp): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name: action }).click()
}
