// A patch reviewed hunk by hunk in VS Code's own diff editor.
import { expect } from 'vitest'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { codeLens, diffEditor, linesOf } from '../world/editor.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { pressNotification } from '../world/vscode-window.ts'

const LINES = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`)
const DIFF = `--- a/a.md
+++ b/a.md
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
const world = sharedVsCodeWorld({ world: { files: { 'a.md': `${LINES.join('\n')}\n` } } })
const page = sharedSignedIn(browser, world)

vscodeTest('apply_patch_review by hunk in the diff editor: one is dropped, and the agent is told', async () => {
  const { agent, workspace } = world()
  const asked = await agent.call('apply_patch_review', { diff: DIFF, message: 'Capitals?' })
  await pressNotification(page(), 'Review a patch', 'Show')
  const { original, modified } = await diffEditor(page())
  await expect.poll(() => linesOf(original)).toEqual([...LINES, ''])
  await expect.poll(() => linesOf(modified)).toEqual(['LINE 1', ...LINES.slice(1, 11), 'LINE 12', ''])
  // All lenses are there; VS Code draws them once more a moment later.
  await codeLens(modified, 'Send the review: keep 2 of 2 hunks').waitFor()
  await codeLens(modified, 'Hunk 2 is kept: drop it').click()
  await codeLens(modified, 'Hunk 2 is dropped: keep it').waitFor()
  await codeLens(modified, 'Send the review: keep 1 of 2 hunks').click()
  const ended = await agent.end(asked.tool_id)
  expect(ended).toMatchObject({ status: 'completed', result: { action: 'apply', chunks_selected: [1], chunks_total: 2 } })
  expect(ended.report).toContain('hunk 2 (a.md)')
  await codeLens(modified, 'Send the review').waitFor({ state: 'detached' })
  const { filtered_diff } = ended.result as { readonly filtered_diff: string }
  expect(await agent.call('apply_patch', { diff: filtered_diff })).toMatchObject({ status: 'completed' })
  expect(await workspace.read('a.md')).toBe(`${['LINE 1', ...LINES.slice(1)].join('\n')}\n`)
})
