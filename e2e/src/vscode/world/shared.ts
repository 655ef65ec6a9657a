// VS Code for the tests of one file: started before the first and ended after the last, with windows that close with their test.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest'
import { keepScreenshot } from '../../world/browser/browser.ts'
import { isVsCodeInstalled } from '../code-server/install.ts'
import type { VsCodeOptions } from './vscode-server.ts'
import { openVsCode, viewTab, type WindowOptions } from './vscode-window.ts'
import { signIn, startVsCodeWorld, type VsCodeWorld, type VsCodeWorldOptions } from './vscode-world.ts'
import { startWorkbench, type Workbench } from './workbench.ts'

/** VS Code without a Countersign server. */
export const sharedWorkbench = (options: VsCodeOptions = {}): (() => Workbench) => shared(() => startWorkbench(options))

/** VS Code and the whole system. */
export const sharedVsCodeWorld = (options: VsCodeWorldOptions = {}): (() => VsCodeWorld) => shared(() => startVsCodeWorld(options))

function shared<T extends AsyncDisposable>(start: () => Promise<T>): () => T {
  let started: T | undefined
  beforeAll(async () => {
    if (isVsCodeInstalled()) started = await start()
  })
  afterAll(async () => started?.[Symbol.asyncDispose]())
  return () => {
    if (!started) throw new Error('VS Code has not begun')
    return started
  }
}

/** A window in which the extension is known but not started, closed when the test ends; a failed test leaves a picture. */
export async function openWindow(browser: Browser, { vscode }: Pick<Workbench, 'vscode'>, options: WindowOptions): Promise<Page> {
  const page = await openVsCode(browser, vscode, options)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepScreenshot(page, task.name)
    await page.context().close()
  })
  await viewTab(page, 'Countersign').waitFor()
  return page
}

/** A window on the workspace of the world, signed in and with its runner online. */
export async function openSignedIn(browser: Browser, world: VsCodeWorld): Promise<Page> {
  const page = await openWindow(browser, world, { open: world.workspace.path })
  await signIn(page, world)
  return page
}

/** The same window for all tests of a file: opening one takes longer than most tests. */
export function sharedSignedIn(browser: () => Browser, world: () => VsCodeWorld): () => Page {
  const window = shared(async () => {
    const page = await openVsCode(browser(), world().vscode, { open: world().workspace.path })
    await viewTab(page, 'Countersign').waitFor()
    await signIn(page, world())
    return { page, [Symbol.asyncDispose]: () => page.context().close() }
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepScreenshot(window().page, task.name)
  })
  return () => window().page
}
