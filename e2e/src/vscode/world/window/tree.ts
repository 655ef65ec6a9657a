// The views of the side bar, and the rows of a tree.
import type { Locator, Page } from 'playwright-core'
import { clickUntilSeen, retry } from './click.ts'

/** One view of the side bar, by its title. */
export const view = (page: Page, title: string): Locator =>
  page.locator('.pane').filter({ has: page.locator('.pane-header .title', { hasText: title }) })

export const treeRow = (tree: Locator, text: string | RegExp): Locator => tree.locator('.monaco-list-row').filter({ hasText: text })

/** Opens a view that is folded up. */
export async function unfold(tree: Locator): Promise<void> {
  const header = tree.locator('.pane-header')
  if ((await header.getAttribute('aria-expanded')) === 'false')
    await clickUntilSeen(header, header.and(tree.page().locator('[aria-expanded="true"]')))
}

/** An action at the end of a row, which appears under the mouse; `effect` waits for what it leads to. */
export async function pressInRow(row: Locator, action: string | RegExp, effect: (timeout: number) => Promise<unknown>): Promise<void> {
  await row.waitFor()
  const press = async (timeout: number) => {
    await row.hover({ timeout })
    await row.getByRole('button', { name: action }).click({ timeout })
  }
  await retry(press, effect)
}

/** An action that ends what the row stands for. */
export const pressLastInRow = (row: Locator, action: string | RegExp): Promise<void> =>
  pressInRow(row, action, (timeout) => row.waitFor({ state: 'hidden', timeout }))
