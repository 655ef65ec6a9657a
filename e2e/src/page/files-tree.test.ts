// The tree: it follows the disk, shows the git status, and is a tree for keyboard and screen reader.
import { execFileSync } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { sharedWorld } from '../world/shared-world.ts'

const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`many/file-${index + 1}.txt`, 'x']))
const world = sharedWorld({
  files: {
    '.gitignore': 'built/\n*.log\n',
    'built/out.js': 'x',
    'debug.log': 'x',
    'lib/deep/inner.ts': 'x\n',
    'lib/plain.ts': 'x\n',
    ...many,
  },
})
const browser = sharedBrowser()

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: world().workspace.path })

beforeAll(() => {
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
})

async function openTree(options: object = {}): Promise<Page> {
  const { page } = await openPage(browser(), world(), { hash: '#/files', ...options })
  await item(page, 'README.md').waitFor()
  return page
}

const item = (page: Page, name: string | RegExp) => page.getByRole('tree').getByRole('treeitem', { name })

const focusedName = (page: Page) =>
  page
    .getByRole('tree')
    .evaluate((tree) => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label'))

const untilFocused = (page: Page, name: string) => expect.poll(() => focusedName(page), { timeout: PAGE_MILLISECONDS }).toBe(name)

describe('the tree follows the disk', () => {
  test('files that come, go and get other names appear by themselves, and open folders stay open', async () => {
    const page = await openTree()
    await item(page, 'lib').click()
    await item(page, /^deep/).click()
    await item(page, 'inner.ts').waitFor()
    await world().workspace.write('lib/deep/born.ts', 'new\n')
    await item(page, /born\.ts/).waitFor()
    await rename(world().workspace.at('lib/deep/born.ts'), world().workspace.at('lib/deep/grown.ts'))
    await item(page, /grown\.ts/).waitFor()
    await item(page, /born\.ts/).waitFor({ state: 'detached' })
    await rm(world().workspace.at('lib/deep/grown.ts'))
    await item(page, /grown\.ts/).waitFor({ state: 'detached' })
    await item(page, 'inner.ts').waitFor()
  })

  test('ignored files are marked as such, and changed ones as git has them', async () => {
    const page = await openTree()
    await item(page, 'debug.log, ignored by git').waitFor()
    await item(page, 'built, ignored by git').waitFor()
    await world().workspace.write('README.md', '# Changed\n')
    await item(page, 'README.md, modified').waitFor()
    await world().workspace.write('lib/fresh.ts', 'x\n')
    await item(page, 'lib, contains changes').waitFor()
    git('add', '-A')
    git('commit', '-qm', 'second')
    await item(page, /README\.md$/).waitFor()
    await item(page, /^lib$/).waitFor()
  })

  test('a long folder has few rows in the page, and whoever has scrolled there stays there', async () => {
    const page = await openTree()
    await item(page, 'many').click()
    await item(page, 'file-1.txt').waitFor()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
    const tree = page.getByRole('tree')
    await tree.evaluate((element) => element.scrollTo(0, 300 * 26))
    await item(page, 'file-300.txt').waitFor()
    const placeOf = async () => (await item(page, 'file-300.txt').boundingBox())?.y
    const before = await placeOf()
    await world().workspace.write('many/aaa.txt', 'first of all')
    await expect.poll(() => item(page, 'file-300.txt').getAttribute('aria-posinset'), { timeout: PAGE_MILLISECONDS }).toBe('301')
    expect(await placeOf()).toBe(before)
    await rm(world().workspace.at('many/aaa.txt'))
  })
})

test('arrows, Home, End, letters and Enter move in the tree as in any other', async () => {
  const page = await openTree()
  const tree = page.getByRole('tree')
  await tree.focus()
  await page.keyboard.press('Home')
  const first = await focusedName(page)
  await page.keyboard.press('l')
  await untilFocused(page, 'lib')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => item(page, /^lib/).getAttribute('aria-expanded'), { timeout: PAGE_MILLISECONDS }).toBe('true')
  await item(page, 'plain.ts').waitFor()
  await page.keyboard.press('ArrowRight')
  await untilFocused(page, 'deep')
  expect(await item(page, 'deep').getAttribute('aria-level')).toBe('2')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await untilFocused(page, 'lib')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => item(page, /^lib/).getAttribute('aria-expanded'), { timeout: PAGE_MILLISECONDS }).toBe('false')
  await page.keyboard.press('End')
  await untilFocused(page, 'README.md')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'README.md' }).waitFor()
  await expect.poll(() => item(page, 'README.md').getAttribute('aria-selected'), { timeout: PAGE_MILLISECONDS }).toBe('true')
  await tree.focus()
  await page.keyboard.press('Home')
  await untilFocused(page, first ?? '')
})

test('on a phone the tree is a drawer: it opens first, goes when a file is chosen, and Escape closes it', async () => {
  const page = await openTree({ viewport: { width: 360, height: 720 } })
  await item(page, 'config.json').click()
  await page.getByRole('textbox', { name: 'config.json' }).waitFor()
  await page.getByRole('tree').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show the files' }).click()
  await item(page, 'config.json').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tree').waitFor({ state: 'detached' })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
