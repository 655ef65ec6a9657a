// Text editors and diff editors of a window.
import type { Locator, Page } from 'playwright-core'
import { choose, openQuickInput } from '../vscode-window.ts'
import { clickUntilGone, clickUntilSeen, retry, type Step } from './click.ts'

/** By the list of files (Ctrl+P). */
export async function openFile(page: Page, path: string): Promise<Locator> {
  await (await openQuickInput(page, 'Control+P')).fill(path)
  const name = path.split('/').at(-1) ?? path
  await choose(page, name)
  const editor = editorOf(page, name)
  await editor.waitFor()
  return editor
}

/** Of the file itself: the name of a diff of it goes on in brackets. */
export const tab = (page: Page, name: string): Locator =>
  page.locator(`.tabs-container .tab[data-resource-name="${name}"]:not([aria-label*=" ("])`)

/** Of a diff, a list of diffs or a webview: by the words of its title. */
export const titledTab = (page: Page, title: string): Locator => page.locator('.tabs-container .tab').filter({ hasText: title })

/** Brings it to the front. */
export const selectTab = (shown: Locator): Promise<void> => clickUntilSeen(shown, shown.and(shown.page().locator('.active')))

/** Has changes that are not saved. */
export const isDirty = async (page: Page, name: string): Promise<boolean> =>
  ((await tab(page, name).getAttribute('class')) ?? '').split(' ').includes('dirty')

export const editorOf = (page: Page, name: string): Locator => page.locator(`.editor-instance .monaco-editor[data-uri$="/${name}"]`)

/** The next keys go to it. */
export const focusEditor = (editor: Locator): Promise<void> =>
  clickUntilSeen(editor.locator('.view-lines'), editor.and(editor.page().locator('.focused')))

/** At the start of a line. */
export async function typeAtLine(page: Page, editor: Locator, line: number, text: string): Promise<void> {
  await focusEditor(editor)
  await page.keyboard.press('Control+Home')
  for (let above = 1; above < line; above++) await page.keyboard.press('ArrowDown')
  await page.keyboard.type(text)
}

/** The lines that are on the screen, from top to bottom. */
export async function linesOf(editor: Locator): Promise<string[]> {
  const lines = await editor.locator('.view-lines > .view-line').evaluateAll((elements) =>
    elements
      .map((element) => ({ top: Number.parseFloat((element as HTMLElement).style.top), text: element.textContent ?? '' }))
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text.replaceAll('\u00a0', ' ')),
  )
  return lines
}

export interface DiffSides {
  readonly original: Locator
  readonly modified: Locator
}

/** The diff editor on top. */
export async function diffEditor(page: Page): Promise<DiffSides> {
  const diff = page.locator('.editor-instance .monaco-diff-editor').last()
  await diff.waitFor()
  return { original: diff.locator('.editor.original'), modified: diff.locator('.editor.modified') }
}

/** A line of the editor's own above a line of the text, to be clicked. */
export const codeLens = (editor: Locator, text: string): Locator => editor.locator('.codelens-decoration a').filter({ hasText: text })

/** Without the scrolling of Playwright's own click, which moves the lens out of a small editor. */
async function clickLens(lens: Locator): Promise<void> {
  const box = await lens.boundingBox()
  if (box) await lens.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** A lens says what it does, so that a second click does nothing more; `effect` waits for what it leads to. */
export async function pressLens(lens: Locator, effect: Step): Promise<void> {
  await lens.waitFor()
  await retry(() => clickLens(lens), effect)
}

/** A button in the title of the editor on top. */
export const titleAction = (page: Page, name: string): Locator =>
  page.locator('.editor-actions').getByRole('button', { name: new RegExp(`^${name}`) })

/** Answers in the title of the diff on top, which then closes. */
export const answerInTitle = (page: Page, answer: string): Promise<void> =>
  clickUntilGone(titleAction(page, answer), titledTab(page, '(proposed)'))
