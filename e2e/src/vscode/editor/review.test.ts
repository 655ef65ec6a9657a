// A patch reviewed hunk by hunk in VS Code's own diff editor.
import { expect } from 'vitest'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { rejectAll } from '../../world/browser/cards.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { pressNotification } from '../world/vscode-window.ts'
import { codeLens, diffEditor, linesOf, pressLens } from '../world/window/editor.ts'
import { findWebview } from '../world/window/webview.ts'

const LINES = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`)
const TEXT = `${LINES.join('\n')}\n`
const diffOf = (name: string) => `--- a/${name}
+++ b/${name}
@@ -1,2 +1,2 @@
-line 1
+LINE 1
 line 2
@@ -11,2 +11,2 @@
 line 11
-line 12
+LINE 12
`

const browser = sharedBrowser()
const world = sharedVsCodeWorld({ world: { files: { 'a.md': TEXT, 'b.md': TEXT } } })
const page = sharedSignedIn(browser, world)

async function openReview(name: string) {
  const asked = await world().agent.call('apply_patch_review', { diff: diffOf(name), message: 'Capitals?' })
  await pressNotification(page(), 'Review a patch', 'Show')
  const { original, modified } = await diffEditor(page())
  await expect.poll(() => linesOf(original)).toEqual([...LINES, ''])
  await expect.poll(() => linesOf(modified)).toEqual(['LINE 1', ...LINES.slice(1, 11), 'LINE 12', ''])
  return { asked, modified }
}

vscodeTest('the page in the tab behind a diff does not take the focus from it', async () => {
  const { modified } = await openReview('b.md')
  const card = await findWebview(page(), 'main article')
  await card.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'attached' })
  expect(await card.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await modified.locator('.monaco-editor.focused').waitFor()
  await rejectAll(world())
  await codeLens(modified, 'Send the review').waitFor({ state: 'detached' })
})

vscodeTest('apply_patch_review by hunk in the diff editor: one is dropped, and the agent is told', async () => {
  const { agent, workspace } = world()
  const { asked, modified } = await openReview('a.md')
  const [isKept, isDropped] = [codeLens(modified, 'Hunk 2 is kept: drop it'), codeLens(modified, 'Hunk 2 is dropped: keep it')]
  await pressLens(isKept, (timeout) => isDropped.waitFor({ timeout }))
  const send = codeLens(modified, 'Send the review: keep 1 of 2 hunks')
  await pressLens(send, (timeout) => send.waitFor({ state: 'detached', timeout }))
  const ended = await agent.end(asked.tool_id)
  expect(ended).toMatchObject({ status: 'completed', result: { action: 'apply', chunks_selected: [1], chunks_total: 2 } })
  expect(ended.report).toContain('hunk 2 (a.md)')
  const { filtered_diff } = ended.result as { readonly filtered_diff: string }
  expect(await agent.call('apply_patch', { diff: filtered_diff })).toMatchObject({ status: 'completed' })
  expect(await workspace.read('a.md')).toBe(`${['LINE 1', ...LINES.slice(1)].join('\n')}\n`)
})

/** After each click, for a second, as if other parts of the window asked for the focus. */
function loseFocus(): void {
  const begin = () => {
    const editor = document.activeElement as HTMLElement
    const lose = setInterval(() => {
      editor.focus()
      editor.blur()
    }, 40)
    setTimeout(() => clearInterval(lose), 1_000)
  }
  document.addEventListener('mousedown', () => setTimeout(begin), { capture: true })
}

// The last one: the window goes on losing the focus.
vscodeTest('what a click on a hunk changes is shown, although the editor loses the focus at once', async () => {
  const { modified } = await openReview('b.md')
  await page().evaluate(loseFocus)
  const [isKept, isDropped] = [codeLens(modified, 'Hunk 2 is kept: drop it'), codeLens(modified, 'Hunk 2 is dropped: keep it')]
  await pressLens(isKept, (timeout) => isDropped.waitFor({ timeout }))
  await rejectAll(world())
  await codeLens(modified, 'Send the review').waitFor({ state: 'detached' })
})
