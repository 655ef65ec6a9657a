// An approval that waits while the server is stopped and started again under the open page.
import { expect, test } from 'vitest'
import { openPage, SERVER_AWAY, sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, nothingWaits, untilReady } from '../world/browser/cards.ts'
import { startWorld } from '../world/world.ts'

const browser = sharedBrowser()

test('an approval comes back after the server was restarted under the page, and is answered there', async () => {
  await using world = await startWorld()
  const asked = await world.agent.call('write_file', { path: 'restart.md', content: 'x\n' })
  const { page } = await openPage(browser(), world, { hash: '#/approvals', expectedErrors: SERVER_AWAY })
  const card = cardOf(page, 'Write restart.md')
  await untilReady(buttonOf(card, 'Approve'))
  await world.server().stop()
  await page.getByText('No connection: answers cannot be sent now.').waitFor()
  expect(await buttonOf(card, 'Approve').getAttribute('aria-disabled')).toBe('true')
  await world.restartServer()
  await world.runnerOnline()
  await untilReady(buttonOf(card, 'Approve'))
  await buttonOf(card, 'Approve').click()
  await nothingWaits(page)
  expect((await world.agent.end(asked.tool_id)).status).toBe('completed')
  expect(await world.workspace.read('restart.md')).toBe('x\n')
})
