// The page in a real Chromium: how much script chat and approvals need, and how long a card takes from the bytes of its event to the
// screen in a conversation that has a thousand already.
import { mkdirSync } from 'node:fs'
import { globalAgent } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchChromium, newWindow } from '../../../e2e/src/world/chromium.ts'
import { sendForJson } from '../client/send.ts'
import type { Context, Measure } from '../figure.ts'
import { callAs, type Ready } from '../ours/talk.ts'
import { type CardTimes, watchCards } from '../page/watch-cards.ts'
import { type Child, startChild } from '../processes/child.ts'
import { median, percentile } from '../statistics.ts'
import { type OurTurns, startOurTurns } from '../turn/our-program.ts'
import { playTurn } from '../turn/play-turn.ts'
import { makeWorkspace } from '../workspace.ts'

const MODEL = fileURLToPath(new URL('../turn/instant-model.ts', import.meta.url))
const TURN_CALLS = 99
const TURNS_BEFORE = 11

type Page = Awaited<ReturnType<typeof newWindow>>

async function startTurns({ folder }: Context, stack: AsyncDisposableStack): Promise<{ model: Child; ours: OurTurns }> {
  const model = stack.use(startChild({ command: [MODEL] }))
  const { url } = (await model.ready) as { url: string }
  const workspace = makeWorkspace(folder())
  mkdirSync(join(workspace, 'out'))
  return { model, ours: stack.use(await startOurTurns({ data: folder(), workspace }, url)) }
}

async function openPage(stack: AsyncDisposableStack, ready: Ready, session: string): Promise<{ page: Page; scripts: Map<string, number> }> {
  const browser = await launchChromium()
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
  await page.locator('[data-call]').first().waitFor()
  return { page, scripts }
}

/** Every card of the turn was seen, and none before its event. */
function timesOf({ heard, shown }: CardTimes): number[] {
  const times = Object.entries(shown).flatMap(([id, at]) => (heard[id] !== undefined && Number.isFinite(at) ? [at - heard[id]] : []))
  if (times.length < TURN_CALLS || times.some((time) => time < 0)) throw new Error(`${times.length} cards were seen, not ${TURN_CALLS}`)
  return times
}

export const page: Measure = {
  name: 'page',
  async run(context) {
    await using stack = new AsyncDisposableStack()
    const { model, ours } = await startTurns(context, stack)
    const { session, program } = await ours.inOneSession()
    for (let turn = 0; turn < TURNS_BEFORE; turn++) await playTurn(model, program, 'read', TURN_CALLS)
    const { page, scripts } = await openPage(stack, ours.ready, session)
    await playTurn(model, program, 'read', TURN_CALLS)
    const last = page.getByText('Done', { exact: true }).last()
    await last.waitFor()
    const times = timesOf(await page.evaluate(() => (globalThis as unknown as { cardTimes: CardTimes }).cardTimes))
    const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
    return [
      { name: 'pageScripts', value: bytes / 1000, note: `${scripts.size} files, as they were sent` },
      { name: 'pageCardP50', value: median(times) },
      { name: 'pageCardP95', value: percentile(times, 0.95), note: `${times.length} cards behind ${TURNS_BEFORE * TURN_CALLS}` },
    ]
  },
}
