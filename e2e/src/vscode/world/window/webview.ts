// The document of a webview is two frames deep: a frame of VS Code's own, and in it the one with our content.
import type { Frame, Locator, Page } from 'playwright-core'
import { eventually } from '../../../../../packages/test-kit/src/wait.ts'
import { showView } from '../vscode-window.ts'
import { titledTab } from './editor.ts'

/** The first frame of a webview in which the selector finds something. */
export function findWebview(page: Page, selector: string): Promise<Frame> {
  return eventually(`a webview with ${selector}`, async () => {
    for (const frame of page.frames().filter(isWebviewContent)) if (await has(frame, selector)) return frame
    return undefined
  })
}

const isWebviewContent = (frame: Frame): boolean => frame.parentFrame()?.parentFrame() != null

async function has(frame: Frame, selector: string): Promise<boolean> {
  try {
    return (await frame.locator(selector).count()) > 0
  } catch {
    return false // VS Code replaced the frame while we looked
  }
}

/** The page in the side bar. */
export async function openChat(page: Page): Promise<Frame> {
  await showView(page, 'Countersign')
  return findWebview(page, 'main textarea')
}

/** The page in an editor tab, at its approvals. */
export const findApprovals = (page: Page): Promise<Frame> => findWebview(page, 'nav [aria-current="page"][href^="#/approvals"]')

/** The tab with that page. */
export const approvalsTab = (page: Page): Locator => titledTab(page, 'Approvals: ')
