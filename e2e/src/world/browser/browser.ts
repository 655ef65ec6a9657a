// The page for tests. Console errors, exceptions and violations of the content policy are collected, and fail the test in which they
// happened.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished } from 'vitest'
import type { World } from '../world.ts'
import { launchChromium, newWindow, signIn } from './chromium.ts'
import { countCoverage } from './page-coverage.ts'

const FAILURES = join(import.meta.dirname, '..', '..', '..', '..', 'test-failures')

let launching: Promise<Browser> | undefined

/** One browser for all files of a worker, which ends with it. A window belongs to its test, and nothing is shared between windows. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (!(await launching)?.isConnected()) launching = launchChromium()
    browser = await launching
  })
  return () => {
    if (!browser) throw new Error('the browser has not begun')
    return browser
  }
}

/** What a browser logs while a server stops, is away and starts: refused, cut, or "not now". */
export const SERVER_AWAY = /net::ERR_|Failed to fetch|network error|status of 50[0-9]/

export interface PageOptions extends BrowserContextOptions {
  /** Where to begin, such as `#/approvals`. */
  readonly hash?: string
  /** Console errors that the test causes itself, such as those of a stopped server. */
  readonly expectedErrors?: RegExp
}

export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
}

/** A separate window, signed in; closed when the test ends. */
export async function openPage(browser: Browser, world: World, options: PageOptions = {}): Promise<OpenPage> {
  const { hash, ...rest } = options
  const page = await openEmptyPage(browser, rest)
  await signIn(page, world, hash)
  return { page, context: page.context() }
}

/** A window that is watched but shows nothing yet. */
export async function openEmptyPage(browser: Browser, { expectedErrors, ...options }: Omit<PageOptions, 'hash'> = {}): Promise<Page> {
  const page = await newWindow(browser, options)
  watch(page, await countCoverage(page), expectedErrors)
  return page
}

/** Collects what goes wrong in a page, and checks it at the end of the test. */
function watch(page: Page, writeCoverage: () => Promise<void>, expectedErrors?: RegExp): void {
  const problems: string[] = []
  const note = (problem: string) => expectedErrors?.test(problem) || problems.push(problem)
  page.on('pageerror', (error) => note(`thrown: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()} ${message.location().url}`))
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepScreenshot(page, task.name)
    await writeCoverage()
    await page.context().close()
    expect(problems, 'errors of the page').toEqual([])
  })
}

/** For looking at a failed test. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(FAILURES, { recursive: true })
  const path = join(FAILURES, `${name.replace(/\W+/g, '-').slice(0, 80)}.png`)
  // Only helps to find the cause: the test has failed already.
  await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined)
}
