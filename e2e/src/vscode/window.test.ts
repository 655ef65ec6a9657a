// What the other tests in VS Code use: the palette, notifications, editors, webviews, and functions in the extension host.
import { expect } from 'vitest'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { sharedBrowser } from '../world/browser/browser.ts'
import { openWindow, sharedWorkbench } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { notification, pressNotification, runFromPalette, statusItem } from './world/vscode-window.ts'
import { diffEditor, isDirty, linesOf, openFile, typeAtLine } from './world/window/editor.ts'
import { findWebview } from './world/window/webview.ts'

const browser = sharedBrowser()
const workbench = sharedWorkbench()

vscodeTest('a command of the palette starts the extension and opens its log', async () => {
  await using folder = await makeFolder('workspace')
  const page = await openWindow(browser(), workbench(), { open: folder.path })
  await runFromPalette(page, 'Countersign: Show Log')
  await statusItem(page, 'Countersign').waitFor()
  // The lines of a log are written by a native part that is not installed here.
  await expect.poll(() => page.locator('.panel select option:checked').allTextContents()).toContain('Countersign')
})

vscodeTest('a button of a notification answers the extension that asked', async () => {
  await using folder = await makeFolder('workspace')
  const page = await openWindow(browser(), workbench(), { open: folder.path })
  const [answer] = await Promise.all([
    workbench().host.run((editor) => editor.window.showInformationMessage('Write notes.md?', 'Approve', 'Reject'), undefined),
    pressNotification(page, 'Write notes.md?', 'Approve'),
  ])
  expect(answer).toBe('Approve')
  await notification(page, 'Write notes.md?').waitFor({ state: 'detached' })
})

vscodeTest('typing makes an editor dirty, and a diff shows both sides', async () => {
  await using folder = await makeFolder('workspace', { 'src/a.txt': 'one\ntwo\n', 'b.txt': 'one\nthree\n' })
  const page = await openWindow(browser(), workbench(), { open: folder.path })
  const editor = await openFile(page, 'src/a.txt')
  expect(await isDirty(page, 'a.txt')).toBe(false)
  await typeAtLine(page, editor, 2, 'not ')
  await expect.poll(() => isDirty(page, 'a.txt')).toBe(true)
  expect(await linesOf(editor)).toEqual(['one', 'not two', ''])
  expect(await folder.read('src/a.txt')).toBe('one\ntwo\n')
  const openDiff = async (api: typeof import('vscode'), root: string) => {
    const [left, right] = ['src/a.txt', 'b.txt'].map((name) => api.Uri.file(`${root}/${name}`))
    await api.commands.executeCommand('vscode.diff', left, right, 'a and b')
  }
  await workbench().host.run(openDiff, folder.path)
  const { original, modified } = await diffEditor(page)
  await expect.poll(() => linesOf(original)).toEqual(['one', 'not two', ''])
  await expect.poll(() => linesOf(modified)).toEqual(['one', 'three', ''])
})

vscodeTest('the document of a webview can be used', async () => {
  await using folder = await makeFolder('workspace')
  const page = await openWindow(browser(), workbench(), { open: folder.path })
  const showButton = (editor: typeof import('vscode')) => {
    const panel = editor.window.createWebviewPanel('test', 'Test', 1, { enableScripts: true })
    panel.webview.html = `<button id="ask" onclick="acquireVsCodeApi().postMessage('pressed')">Ask</button>`
    return new Promise<string>((resolve) => panel.webview.onDidReceiveMessage(resolve))
  }
  const press = async () => (await findWebview(page, '#ask')).locator('#ask').click()
  const [pressed] = await Promise.all([workbench().host.run(showButton, undefined), press()])
  expect(pressed).toBe('pressed')
})
