// The built extension in a real VS Code. This file also runs in `npm test`; the others run only in `npm run test:all`.
import { expect } from 'vitest'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { sharedBrowser } from '../world/browser/browser.ts'
import { openWindow } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { showView, statusItem } from './world/vscode-window.ts'
import { startWorkbench } from './world/workbench.ts'

const browser = sharedBrowser()

vscodeTest('installs from its file, starts when its view is opened, and shows itself in the status bar', async () => {
  await using folder = await makeFolder('workspace', { 'README.md': '# Sample\n' })
  await using workbench = await startWorkbench()
  const page = await openWindow(browser(), workbench, { open: folder.path })
  const { run } = workbench.host
  const isActive = () => run((editor) => editor.extensions.getExtension('countersign.countersign')?.isActive, undefined)
  expect(await isActive()).toBe(false)
  await showView(page, 'Countersign')
  await statusItem(page, 'Countersign').waitFor()
  expect(await isActive()).toBe(true)
  expect(await run((editor) => editor.workspace.workspaceFolders?.map(({ uri }) => uri.path), undefined)).toEqual([folder.path])
})
