// One window of VS Code in Chromium, and what a person does in it. Everything waits for what it needs to see.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { newWindow } from '../../world/browser/chromium.ts'
import type { VsCodeServer } from './vscode-server.ts'
import { clickUntilGone, clickUntilSeen, retry } from './window/click.ts'

export interface WindowOptions extends BrowserContextOptions {
  /** A folder, or a `.code-workspace` file that names several. */
  readonly open: string
  /** Runs in each frame of the window before anything else there. */
  readonly initScript?: () => void
}

/** Half of the key with which a window seals its secrets; the program around the VS Code server, which is not started here, would give it. */
const SECRETS_KEY = Buffer.alloc(32, 'k')

export const addressOf = ({ url }: VsCodeServer, open: string): string => {
  const kind = open.endsWith('.code-workspace') ? 'workspace' : 'folder'
  return `${url}/?${new URLSearchParams({ [kind]: open })}`
}

/** For every wait in a window: a limit, not a measurement, because a busy machine is slow. */
const WINDOW_MILLISECONDS = 150_000

/** Opened when the status bar is there; extensions start after that. */
export async function openVsCode(browser: Browser, server: VsCodeServer, { open, initScript, ...options }: WindowOptions): Promise<Page> {
  const page = await newWindow(browser, options)
  page.context().setDefaultTimeout(WINDOW_MILLISECONDS)
  if (initScript) await page.addInitScript(initScript)
  await page.route('**/mint-key', (route) => route.fulfill({ body: SECRETS_KEY }))
  await page.goto(addressOf(server, open))
  await page.locator('.monaco-workbench .statusbar .statusbar-item').first().waitFor()
  return page
}

/** The field at the top of the window, where a person types what is looked for or asked for. */
export const quickInput = (page: Page): Locator => page.locator('.quick-input-widget input[type="text"]')

/** By a key, which is lost where a webview gets the focus at that moment. */
export async function openQuickInput(page: Page, key: string): Promise<Locator> {
  await retry(
    () => page.keyboard.press(key),
    (timeout) => quickInput(page).waitFor({ timeout }),
  )
  return quickInput(page)
}

/** Chooses a command by its whole title, as the palette shows it: `Countersign: Show Log`. */
export async function runFromPalette(page: Page, title: string): Promise<void> {
  await (await openQuickInput(page, 'F1')).fill(`>${title}`)
  await choose(page, title)
}

/** An entry of the open list, by the words it begins with. */
export async function choose(page: Page, label: string): Promise<void> {
  const row = page.locator('.quick-input-widget .monaco-list-row').filter({ has: page.locator('.label-name', { hasText: label }) })
  await clickUntilGone(row.first())
}

export const statusItem = (page: Page, text: string | RegExp): Locator =>
  page.locator('.statusbar .statusbar-item').filter({ hasText: text })

/** A message at the lower right, with its buttons. */
export const notification = (page: Page, text: string | RegExp): Locator =>
  page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text })

/** Every button closes its notification. */
export async function pressNotification(page: Page, text: string | RegExp, button: string): Promise<void> {
  const shown = notification(page, text).first()
  await clickUntilGone(shown.getByRole('button', { name: button, exact: true }), shown)
}

export const viewTab = (page: Page, title: string): Locator => page.locator('.activitybar').getByRole('tab', { name: title })

/** The view of the activity bar with this title. */
export async function showView(page: Page, title: string): Promise<void> {
  const tab = viewTab(page, title)
  await tab.waitFor()
  // A click on the one that is shown would hide it.
  if ((await tab.getAttribute('aria-selected')) !== 'true') await clickUntilSeen(tab, tab.and(page.locator('[aria-selected="true"]')))
}

/** The extension's item of the status bar. */
export const countersignStatus = (page: Page): Locator => page.locator('.statusbar-item[id$="countersign.status"]')
