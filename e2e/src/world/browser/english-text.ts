// English that a person sees on a page in another language. Names, code and what other programs said, in quotes, are no findings.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PAGE_MILLISECONDS } from './chromium.ts'

/** Texts that are marked as English, or that read like an English sentence. */
export const englishIn = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const marked = Array.from(root.querySelectorAll('[lang=en]'), ({ textContent }) => textContent ?? '')
    const languageName = 'English'
    const copy = root.cloneNode(true) as Element
    const apart = 'code, pre, kbd, time, input, textarea, option, script, style, noscript, [class*=font-mono]'
    for (const code of copy.querySelectorAll(apart)) code.remove()
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) texts.push((walker.currentNode.textContent ?? '').replaceAll(/«[^»]*»|“[^”]*”/g, ''))
    return [...marked.filter((text) => text !== languageName), ...texts.filter((text) => /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text))]
  })

/** Names that are the same in every language. */
const NAMES = new Set(['Countersign', 'agent', 'assistant', 'compatible', 'git', 'npm', 'node', 'ls', 'stdout', 'stderr', 'JSON', 'UTF'])

/** Every word in Latin letters that is no name, path, code or quotation. */
export async function latinWords(part: Locator): Promise<string[]> {
  const texts = await part.evaluate((root) => {
    const copy = root.cloneNode(true) as Element
    for (const code of copy.querySelectorAll('code, pre, kbd, time, input, textarea, svg, script, style, [class*=font-mono]')) code.remove()
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '')
    return found
  })
  const words = texts.flatMap((text) => text.replaceAll(/«[^»]*»|“[^”]*”/g, '').match(/[\w./-]*[A-Za-z][\w./-]*/g) ?? [])
  return words.filter((word) => /^[A-Za-z-]{2,}$/.test(word) && !NAMES.has(word))
}

/** Goes to the address in the page that is open, and reads the view once it shows `text`. */
export async function readView(page: Page, hash: string, text: string | RegExp): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, hash)
  await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor()
  await expect.poll(() => englishIn(page.getByRole('main')), { timeout: PAGE_MILLISECONDS / 6, message: hash }).toEqual([])
}
