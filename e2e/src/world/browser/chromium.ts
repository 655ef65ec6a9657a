// A real Chromium, and the page in it, signed in through a one-time link.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { World } from '../world.ts'

const WHOLE = process.env.COUNTERSIGN_CHROMIUM ?? '/usr/bin/chromium'
/** The same browser without the parts for a screen takes a fifth less processor time. It has no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell'
const OPTIONS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** For every wait in the page: long, because it is a limit and not a measurement. */
export const PAGE_MILLISECONDS = 60_000

export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  launch(process.env.COUNTERSIGN_CHROMIUM === undefined && existsSync(SHELL) ? SHELL : WHOLE, more)

export const launchWithNotifications = (): Promise<Browser> => launch(WHOLE)

/** Chromium's own sandbox does not work for root. */
const launch = (executablePath: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: true,
    args: [...OPTIONS, ...more, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    timeout: 120_000,
  })

/** A separate window, still empty. */
export async function newWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(PAGE_MILLISECONDS)
  return context.newPage()
}

export async function signIn(page: Page, world: World, hash = ''): Promise<void> {
  await page.goto(await newLink(world))
  await page.locator('nav').first().waitFor()
  if (hash !== '') await page.goto(`${world.url}/${hash}`)
}

/** As `countersign page` creates it. */
export async function newLink({ url, operator }: World): Promise<string> {
  const { code } = await operator.post<{ code: string }>('/auth/code')
  return `${url}/#code=${code}`
}
