// A real Chromium with the page in it. What the page logs as an error, throws or wants against its content policy is collected,
// and fails the test that it happened in.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { World } from './world.ts'

const CHROMIUM = process.env.COUNTERSIGN_CHROMIUM ?? '/usr/bin/chromium'
const OPTIONS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const FAILURES = join(import.meta.dirname, '..', '..', '..', 'test-failures')

/** Every wait of a page test: long, because it is a limit and not a measure. */
export const PAGE_MILLISECONDS = 40_000

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, headless: true, args: [...OPTIONS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] })

/** One browser for all tests of a file. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(async () => browser?.close())
  return () => {
    if (!browser) throw new Error('the browser has not begun')
    return browser
  }
}

export interface PageOptions extends BrowserContextOptions {
  /** Where to begin, such as `#/approvals`. */
  readonly hash?: string
  /** Errors of the console that the test brings about itself, such as those of a server that is stopped. */
  readonly expectedErrors?: RegExp
}

export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
}

/** A window of its own, signed in through a one-time link; closed when the test ends. */
export async function openPage(browser: Browser, world: World, options: PageOptions = {}): Promise<OpenPage> {
  const { hash, expectedErrors, ...contextOptions } = options
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 }, ...contextOptions })
  context.setDefaultTimeout(PAGE_MILLISECONDS)
  const page = await context.newPage()
  watch(page, expectedErrors)
  await page.goto(await newLink(world))
  await page.getByRole('navigation', { name: viewsName(contextOptions.locale) }).waitFor()
  if (hash) await page.goto(`${world.url}/${hash}`)
  return { page, context }
}

/** As `countersign page` makes it. */
export async function newLink({ url, operator }: World): Promise<string> {
  const { code } = await operator.post<{ code: string }>('/auth/code')
  return `${url}/#code=${code}`
}

const viewsName = (locale = 'en'): RegExp => ({ ru: /^Разделы$/, zh: /^视图$/ })[locale.slice(0, 2)] ?? /^Views$/

/** Collects what goes wrong in a page, and asks at the end of the test. */
export function watch(page: Page, expectedErrors?: RegExp): void {
  const problems: string[] = []
  const note = (problem: string) => expectedErrors?.test(problem) || problems.push(problem)
  page.on('pageerror', (error) => note(`thrown: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()} ${message.location().url}`))
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepScreenshot(page, task.name)
    await page.context().close()
    expect(problems, 'errors of the page').toEqual([])
  })
}

async function keepScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(FAILURES, { recursive: true })
  const path = join(FAILURES, `${name.replace(/\W+/g, '-').slice(0, 80)}.png`)
  // Only a help for whoever looks for the cause: the test has failed already.
  await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined)
}
