// A file that the person has open and unsaved: shown, changed, merged and undone in the editor's own text.
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { pressNotification, runFromPalette } from '../world/vscode-window.ts'
import {
  diffEditor,
  editorOf,
  focusEditor,
  isDirty,
  linesOf,
  openFile,
  selectTab,
  tab,
  titledTab,
  typeAtLine,
} from '../world/window/editor.ts'
import { findWebview } from '../world/window/webview.ts'

const CHANGED = 'conflict.md changed since you approved'
const THREE = 'one\ntwo\nthree\n'
const NAMES = ['shown.md', 'merged.md', 'conflict.md', 'patched.md', 'undone.md']

const browser = sharedBrowser()
const world = sharedVsCodeWorld({ world: { files: Object.fromEntries(NAMES.map((name) => [name, THREE])) } })
const page = sharedSignedIn(browser, world)

/** What the extension host knows of the open file; it hears of typing a moment later than the screen. */
const bufferOf = (name: string): Promise<string | undefined> =>
  world().host.run(
    (api, path) => api.workspace.textDocuments.find(({ fileName }) => fileName === path)?.getText(),
    world().workspace.at(name),
  )

/** At the start of a line, without saving. */
async function type(name: string, line: number, text: string) {
  const before = (await bufferOf(name))?.split('\n') ?? []
  const editor = editorOf(page(), name)
  await typeAtLine(page(), editor, line, text)
  await expect.poll(() => bufferOf(name)).toBe(before.with(line - 1, `${text}${before[line - 1]}`).join('\n'))
  expect(await isDirty(page(), name)).toBe(true)
  return editor
}

async function openAndType(name: string, line: number, text: string) {
  await openFile(page(), name)
  await expect.poll(() => bufferOf(name)).toBe(THREE)
  return type(name, line, text)
}

async function approve({ approval_id, tool_id }: { readonly approval_id: string | null; readonly tool_id: string }) {
  await world().operator.approve(approval_id ?? '')
  return world().agent.end(tool_id)
}

const write = (path: string, content: string) => world().agent.call('write_file', { path, content })

vscodeTest('a dirty editor: the card says what is saved too, the diff is of the buffer, and a yes edits and saves it', async () => {
  const editor = await openAndType('shown.md', 3, 'typed ')
  const asked = await write('shown.md', '1\ntwo\ntyped three\n')
  await pressNotification(page(), 'shown.md', 'Show')
  const card = await findWebview(page(), 'main article')
  // The diff is in front of it.
  await card.getByText('Saves your unsaved changes in shown.md too.').waitFor({ state: 'attached' })
  const { original, modified } = await diffEditor(page())
  await expect.poll(() => linesOf(original)).toEqual(['one', 'two', 'typed three', ''])
  await expect.poll(() => linesOf(modified)).toEqual(['1', 'two', 'typed three', ''])
  expect(await approve(asked)).toMatchObject({ status: 'completed', result: { created: false } })
  expect(await world().workspace.read('shown.md')).toBe('1\ntwo\ntyped three\n')
  await selectTab(tab(page(), 'shown.md'))
  await expect.poll(() => linesOf(editor)).toEqual(['1', 'two', 'typed three', ''])
  await expect.poll(() => isDirty(page(), 'shown.md')).toBe(false)
  await focusEditor(editor)
  await page().keyboard.press('Control+Z')
  await expect.poll(() => linesOf(editor)).toEqual(['one', 'two', 'typed three', ''])
  await runFromPalette(page(), 'File: Save')
})

vscodeTest('typing on in other lines is merged with an approved change, and recorded as merged', async () => {
  const editor = await openAndType('merged.md', 3, 'typed ')
  const asked = await write('merged.md', '1\ntwo\ntyped three\n')
  await type('merged.md', 3, 'and again ')
  const ended = await approve(asked)
  expect(ended).toMatchObject({ status: 'completed', result: { merged: ['merged.md'] } })
  expect(ended.report).toContain('The person had typed on in merged.md')
  expect(await world().workspace.read('merged.md')).toBe('1\ntwo\nand again typed three\n')
  await expect.poll(() => linesOf(editor)).toEqual(['1', 'two', 'and again typed three', ''])
})

vscodeTest('typing on in the same lines: FILE_CHANGED with a choice, and nothing is lost', async () => {
  const editor = await openAndType('conflict.md', 1, 'mine ')
  const asked = await write('conflict.md', '1\ntwo\nthree\n')
  await type('conflict.md', 1, 'still ')
  expect(await approve(asked)).toMatchObject({
    status: 'failed',
    error_code: 'FILE_CHANGED',
    error: expect.stringMatching(/same lines.*Nothing was written; call again .* or keep the text/),
  })
  expect(await world().workspace.read('conflict.md')).toBe(THREE)
  await expect.poll(() => linesOf(editor)).toEqual(['still mine one', 'two', 'three', ''])
  expect(await isDirty(page(), 'conflict.md')).toBe(true)
  await pressNotification(page(), CHANGED, 'Compare')
  const { original, modified } = await diffEditor(page())
  await expect.poll(() => linesOf(original)).toEqual(['1', 'two', 'three', ''])
  await expect.poll(() => linesOf(modified)).toEqual(['still mine one', 'two', 'three', ''])
  await pressNotification(page(), CHANGED, 'Keep Mine')
  await titledTab(page(), 'approved ↔ yours').waitFor({ state: 'detached' })
  expect(await world().operator.pending()).toEqual([])
  expect(await bufferOf('conflict.md')).toBe('still mine one\ntwo\nthree\n')
})

vscodeTest('after FILE_CHANGED the person can have the change shown again, on the text as it is now', async () => {
  const editor = await openFile(page(), 'conflict.md')
  const asked = await write('conflict.md', '1\ntwo\nthree\n')
  await type('conflict.md', 1, 'and ')
  expect(await approve(asked)).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
  await pressNotification(page(), CHANGED, 'Ask Again')
  const [again] = await eventually('the same call', async () => {
    const pending = await world().operator.pending()
    return pending.length > 0 ? pending : undefined
  })
  expect(again).toMatchObject({ tool_name: 'write_file', preview: { files: [{ diff: expect.stringContaining('-and still mine one') }] } })
  await world().operator.approve(again?.id ?? '')
  await expect.poll(() => linesOf(editor)).toEqual(['1', 'two', 'three', ''])
  await expect.poll(() => world().workspace.read('conflict.md')).toBe('1\ntwo\nthree\n')
})

vscodeTest('a patch of an unsaved file goes into the buffer too', async () => {
  const editor = await openAndType('patched.md', 3, 'typed ')
  const asked = await world().agent.call('apply_patch', { diff: '--- a/patched.md\n+++ b/patched.md\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n' })
  expect((await world().operator.approval(asked.approval_id ?? '')).preview).toMatchObject({
    files: [{ diff: expect.stringContaining('Saves your unsaved changes in patched.md too.') }],
  })
  expect(await approve(asked)).toMatchObject({ status: 'completed' })
  expect(await world().workspace.read('patched.md')).toBe('1\ntwo\ntyped three\n')
  await expect.poll(() => isDirty(page(), 'patched.md')).toBe(false)
  await expect.poll(() => linesOf(editor)).toEqual(['1', 'two', 'typed three', ''])
})

vscodeTest('an undo of a call keeps what the person typed in other lines since', async () => {
  const editor = await openFile(page(), 'undone.md')
  const { tool_id } = await approve(await write('undone.md', '1\ntwo\nthree\n'))
  await expect.poll(() => linesOf(editor)).toEqual(['1', 'two', 'three', ''])
  await expect.poll(() => bufferOf('undone.md')).toBe('1\ntwo\nthree\n')
  await type('undone.md', 3, 'typed ')
  await world().operator.post(`/my/projects/${world().projectId}/tools/${tool_id}/undo`)
  await expect.poll(() => linesOf(editor)).toEqual(['one', 'two', 'typed three', ''])
  expect(await world().workspace.read('undone.md')).toBe('one\ntwo\ntyped three\n')
})
