// What runs on the person's machine, in the page: shown with its output, stopped after a confirmation, reported when it has ended.
import { expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { isAlive } from '../world/processes/child.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const FILES = {
  // Prints a line for each line of a file, so that a test controls when.
  'echo.mjs':
    "import { readFileSync, existsSync } from 'node:fs'\nlet shown = 0\nconsole.log('ready')\nsetInterval(() => {\n  const lines = existsSync('say.txt') ? readFileSync('say.txt', 'utf8').split('\\n').filter(Boolean) : []\n  for (const line of lines.slice(shown)) console.log('heard', line)\n  shown = lines.length\n}, 50)\nprocess.on('SIGTERM', () => process.exit(0))\n",
  'fail.mjs': "console.error('no such port')\nsetTimeout(() => process.exit(3), 300)\n",
}
const world = sharedWorld({ runner: 'separate', files: FILES, serve: ['--lease-seconds', '5'] })
const browser = sharedBrowser()

async function start(process_id: string, command: string): Promise<{ pid: number }> {
  const { view } = await callAndApprove(world(), 'run_persistent', { command, process_id })
  expect(view.status).toBe('completed')
  return view.result as { pid: number }
}

test('nothing runs: the page says what would appear here', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/processes' })
  await page.getByText('Nothing is running.').waitFor()
  await page.getByText('you can stop it').waitFor()
})

test('a process shows what it prints as it comes, and is stopped after a question', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/processes' })
  const { pid } = await start('echo', 'node echo.mjs')
  const card = page.getByRole('article', { name: 'echo' })
  const output = card.getByRole('region', { name: 'Output of echo' })
  await output.getByText('ready').waitFor()
  await card.getByText('node echo.mjs').waitFor()
  await card.getByText(`Process ${pid}`).waitFor()
  await world().workspace.write('say.txt', 'first\n')
  await output.getByText('heard first').waitFor()

  await card.getByRole('button', { name: 'Stop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop echo?' })
  const back = dialog.getByRole('button', { name: 'Back' })
  await expect.poll(() => back.evaluate((button) => button === document.activeElement), { timeout: PAGE_MILLISECONDS }).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(isAlive(pid)).toBe(true)

  await card.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Recently ended' }).getByRole('article', { name: 'echo' }).getByText('exit code 0').waitFor()
  expect(isAlive(pid)).toBe(false)
  await page.getByText('Nothing is running.').waitFor()
})

test('a process that ended by itself says how, and what it printed is still there', async () => {
  await start('broken', 'node fail.mjs')
  const { page } = await openPage(browser(), world(), { hash: '#/processes' })
  const card = page.getByRole('region', { name: 'Recently ended' }).getByRole('article', { name: 'broken' })
  await card.getByText('exit code 3').waitFor()
  await card.getByText('What it printed').click()
  await card.getByRole('region', { name: 'Output of broken' }).getByText('no such port').waitFor()
})

test('a command that is running is shown and can be stopped', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/processes' })
  await page.getByRole('heading', { name: 'Processes' }).waitFor()
  const { agent, operator } = world()
  const asked = await agent.call('execute_command', { command: 'node', args: ['echo.mjs'], timeout: 200 })
  await operator.approve(asked.approval_id ?? '')
  const card = page.getByRole('region', { name: 'Running now' }).getByRole('article', { name: 'Run node echo.mjs' })
  await card.getByText('ready').waitFor()
  await card.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await card.waitFor({ state: 'detached' })
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'cancelled' })
})

test('a runner that is away is told of, and stopping waits for it', async () => {
  const { pid } = await start('lonely', 'node echo.mjs')
  const { page } = await openPage(browser(), world(), { hash: '#/processes' })
  const card = page.getByRole('article', { name: 'lonely' })
  await card.getByText('ready').waitFor()
  const runner = world().runner()?.pid as number
  process.kill(runner, 'SIGSTOP')
  try {
    await page.getByText('The runner is offline: this is what it reported last.').waitFor()
    expect(await card.getByRole('button', { name: 'Stop' }).isDisabled()).toBe(true)
  } finally {
    process.kill(runner, 'SIGCONT')
  }
  await page.getByText('The runner is offline').waitFor({ state: 'detached' })
  await card.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await eventually('its end', () => !isAlive(pid))
})
