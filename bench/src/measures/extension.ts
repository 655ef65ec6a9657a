// The extension in a real VS Code: how long it takes to start, and for how long it keeps its host busy at most while it searches.
import { isVsCodeInstalled } from '../../../e2e/src/vscode/code-server/install.ts'
import { countersignStatus, openVsCode, runFromPalette, showView } from '../../../e2e/src/vscode/world/vscode-window.ts'
import { signIn, startVsCodeWorld, type VsCodeWorld } from '../../../e2e/src/vscode/world/vscode-world.ts'
import { launchChromium } from '../../../e2e/src/world/browser/chromium.ts'
import { setup } from '../../../scripts/build/vscode/package-extension.setup.ts'
import type { Context, Figure, Measure } from '../figure.ts'
import { makeLargeTree, NEEDLE, NEEDLES, TREE_FILES } from '../large-tree.ts'
import { median } from '../statistics.ts'

const STARTS = 5
const BLOCK_ROUNDS = 9
/** Long enough for several searches. */
const ROUND_MILLISECONDS = 4_000

type Browser = Awaited<ReturnType<typeof launchChromium>>
type Page = Awaited<ReturnType<typeof openVsCode>>

/** In the host: the longest time between two turns of a timer that is always due. */
function watchBlocks(): void {
  const watch = { longest: 0, last: performance.now() }
  const tick = () => {
    const now = performance.now()
    watch.longest = Math.max(watch.longest, now - watch.last)
    watch.last = now
    setTimeout(tick, 1)
  }
  tick()
  Object.assign(globalThis, { blockWatch: watch })
}

/** In the host: since the last call. */
function takeLongest(): number {
  const { blockWatch } = globalThis as unknown as { blockWatch: { longest: number } }
  const { longest } = blockWatch
  blockWatch.longest = 0
  return longest
}

/** As VS Code itself measures it, code loaded: from its list of running extensions. */
async function readStart(page: Page): Promise<number> {
  await runFromPalette(page, 'Developer: Show Running Extensions')
  const row = page.locator('.runtime-extensions-editor .extension', { has: page.locator('.name', { hasText: /^Countersign$/ }) })
  const time = row.locator('.activation-time').filter({ hasText: /\d+\s*ms/ })
  await time.waitFor()
  return Number(/(\d+)\s*ms/.exec((await time.textContent()) ?? '')?.[1])
}

async function measureStarts({ vscode }: VsCodeWorld, browser: Browser, rounds: number): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await openVsCode(browser, vscode, { open: vscode.home.path })
    await showView(page, 'Countersign')
    await countersignStatus(page).waitFor()
    times.push(await readStart(page))
    await page.context().close()
  }
  return { name: 'extensionStart', value: median(times), note: `${rounds} windows` }
}

async function search({ agent }: VsCodeWorld): Promise<void> {
  const { result } = await agent.call('search_in_project', { query: NEEDLE })
  const { total_count } = result as { total_count: number }
  if (total_count !== NEEDLES) throw new Error(`${total_count} found instead of ${NEEDLES}`)
}

async function measureBlocks(world: VsCodeWorld, browser: Browser, rounds: number): Promise<Figure> {
  const page = await openVsCode(browser, world.vscode, { open: world.workspace.path })
  await showView(page, 'Countersign')
  await signIn(page, world)
  await search(world)
  await world.host.run(watchBlocks, undefined)
  const longest = { searching: [] as number[], idle: [] as number[] }
  const during = async (kind: keyof typeof longest, work: () => Promise<unknown>) => {
    await world.host.run(takeLongest, undefined)
    for (const started = performance.now(); performance.now() - started < ROUND_MILLISECONDS; ) await work()
    longest[kind].push(await world.host.run(takeLongest, undefined))
  }
  for (let round = 0; round < rounds; round++) {
    await during('idle', () => new Promise((resolve) => setTimeout(resolve, ROUND_MILLISECONDS)))
    await during('searching', () => search(world))
  }
  await page.context().close()
  const [ours, bare] = [median(longest.searching), median(longest.idle)]
  return { name: 'extensionBlockRatio', value: ours / bare, ours: `${ours.toFixed(1)} ms`, bare: `${bare.toFixed(1)} ms (no search)` }
}

async function measure({ quick, say }: Context): Promise<Figure[]> {
  await setup()
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await startVsCodeWorld())
  const browser = await launchChromium()
  stack.defer(() => browser.close())
  const starts = await measureStarts(world, browser, quick ? 2 : STARTS)
  say(`making ${TREE_FILES} files …`)
  makeLargeTree(world.workspace.path)
  return [starts, await measureBlocks(world, browser, quick ? 3 : BLOCK_ROUNDS)]
}

export const extension: Measure = {
  name: 'extension',
  async run(context) {
    if (!isVsCodeInstalled()) throw new Error('VS Code is not installed here: npm run setup')
    return measure(context)
  },
}
