// The terminal panel of a window.
import type { Page } from 'playwright-core'

/** The lines on the screen of the terminal in front; needs the setting that draws them as text. */
export async function terminalText(page: Page): Promise<string> {
  const rows = await page.locator('.terminal-wrapper.active .xterm-rows > div').allTextContents()
  return rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()).join('\n')
}
