// npm run screenshots [name …]: every screen in light, dark and phone width, into docs/screenshots.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { buildPage } from '../../../../scripts/build/build-page.ts'
import { launchChromium, newWindow, signIn } from '../../world/browser/chromium.ts'
import { startWorld, type World } from '../../world/world.ts'
import type { Screen } from './screen.ts'
import { SCREENS } from './screens.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'screenshots')

const STYLES: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
}

async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
  console.log(`docs/screenshots/${name}.png`)
}

async function takeScreen(browser: Browser, world: World, { name, prepare, ready }: Screen, isWanted: boolean): Promise<void> {
  // Later screens show the results of earlier ones.
  const hash = await prepare(world)
  for (const [style, options] of isWanted ? Object.entries(STYLES) : []) {
    const page = await newWindow(browser, options)
    await signIn(page, world, hash)
    await ready(page)
    await screenshot(page, `${name}-${style}`)
    await page.context().close()
  }
}

const wanted = process.argv.slice(2)
await buildPage()
await mkdir(FOLDER, { recursive: true })
const browser = await launchChromium()
try {
  await using world = await startWorld()
  for (const screen of SCREENS) await takeScreen(browser, world, screen, wanted.length === 0 || wanted.includes(screen.name))
} finally {
  await browser.close()
}
