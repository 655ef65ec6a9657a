// The page in a real Chromium: how much script chat and approvals need, and how long a card takes from the bytes of its event on the wire
// to the screen, in a conversation that already has a thousand cards.
import { mkdirSync } from 'node:fs'
import { globalAgent } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchChromium, newWindow } from '../../../e2e/src/world/browser/chromium.ts'
import { sendForJson } from '../client/send.ts'
import type { Context, Measure } from '../figure.ts'
import { callAs, type Ready } from '../ours/talk.ts'
import { startTap, type Tap } from '../page/start-tap.ts'
import { type CardTimes, watchCards } from '../page/watch-cards.ts'
import { type Child, startChild } from '../processes/child.ts'
import { median, percentile } from '../statistics.ts'
import { type OurTurns, startOurTurns } from '../turn/our-program.ts'
import { playTurn } from '../turn/play-turn.ts'
import { makeWorkspace } from '../workspace.ts'

const MODEL = fileURLToPath(new URL('../turn/instant-model.ts', import.meta.url))
const TURN_CALLS = 99
const TURNS_BEFORE = 11
/**
 * Pause between the result of a call and the next call: shorter than any model needs, and long enough to measure the page and not the
 * machine.
 */
const THINKS_MILLISECONDS = 100

type Page = Awaited<ReturnType<typeof newWindow>>

async function startTurns({ folder }: Context, stack: AsyncDisposableStack): Promise<{ model: Child; ours: OurTurns }> {
  const model = stack.use(startChild({ command: [MODEL] }))
  const { url } = (await model.ready) as { url: string }
  const workspace = makeWorkspace(folder())
  mkdirSync(join(workspace, 'out'))
  return { model, ours: stack.use(await startOurTurns({ data: folder(), workspace }, url)) }
}

interface Opened {
  readonly page: Page
  readonly tap: Tap
  readonly scripts: ReadonlyMap<string, number>
}

async function openPage(stack: AsyncDisposableStack, ready: Ready, session: string): Promise<Opened> {
  const tap = stack.use(await startTap(ready.url))
  const { host } = new URL(ready.url)
  // The browser believes that it talks to the server itself.
  const browser = await launchChromium([`--host-resolver-rules=MAP ${host} 127.0.0.1:${tap.port}`])
  stack.defer(() => browser.close())
  const page = await newWindow(browser)
  const scripts = new Map<string, number>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.set(response.url(), Number(response.headers()['content-length']))
  })
  await page.addInitScript(watchCards)
  const { code } = await sendForJson<{ code: string }>(globalAgent, callAs(ready, 'operator', '/auth/code', {}))
  await page.goto(`${ready.url}/#code=${code}`)
  await page.locator('nav').first().waitFor()
  await page.goto(`${ready.url}/#/approvals`)
  await page.getByRole('heading', { name: 'Approvals' }).waitFor()
  await page.goto(`${ready.url}/#/chat/${session}`)
  await page.getByRole('log').waitFor()
  return { page, tap, scripts }
}

/** Every card of the last turn was seen, and none before its event. */
function timesOf({ sent }: Tap, shown: CardTimes): number[] {
  const times = [...sent].slice(-TURN_CALLS).flatMap(([id, at]) => (shown[id] === undefined ? [] : [shown[id] - at]))
  if (times.length < TURN_CALLS || times.some((time) => time < 0)) throw new Error(`${times.length} cards were seen, not ${TURN_CALLS}`)
  return times
}

export const page: Measure = {
  name: 'page',
  async run(context) {
    await using stack = new AsyncDisposableStack()
    const { model, ours } = await startTurns(context, stack)
    const { session, program } = await ours.inOneSession()
    const { page, tap, scripts } = await openPage(stack, ours.ready, session)
    // The page is open from the beginning: one that is opened later loads only the last cards.
    const play = async (thinks = 0): Promise<void> => {
      await playTurn(model, program, 'read', TURN_CALLS, thinks)
      await page.getByRole('log').getByRole('status').waitFor({ state: 'detached' })
    }
    const measure = async (thinks = 0): Promise<number[]> => {
      await play(thinks)
      return timesOf(tap, await page.evaluate(() => (globalThis as unknown as { cardTimes: CardTimes }).cardTimes))
    }
    for (let turn = 1; turn < TURNS_BEFORE; turn++) await play()
    const rushed = await measure()
    const times = await measure(THINKS_MILLISECONDS)
    const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
    return [
      { name: 'pageScripts', value: bytes / 1000, note: `${scripts.size} files, as they were sent` },
      { name: 'pageCardP50', value: median(times) },
      { name: 'pageCardP95', value: percentile(times, 0.95), note: `${times.length} cards behind ${TURNS_BEFORE * TURN_CALLS}` },
      { name: 'pageCardRushedP95', value: percentile(rushed, 0.95) },
    ]
  },
}
