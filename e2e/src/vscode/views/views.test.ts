// The tree views of the side bar: what waits, grants and processes, each with its actions.
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { isAlive } from '../../world/processes/child.ts'
import { callAndApprove } from '../../world/shared-world.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { countersignStatus, quickInput, showView } from '../world/vscode-window.ts'
import { clickUntilSeen } from '../world/window/click.ts'
import { terminalText } from '../world/window/terminal.ts'
import { pressInRow, pressLastInRow, treeRow, unfold, view } from '../world/window/tree.ts'

const FILES = {
  'b.mjs': "console.log('ran b')\n",
  'd.mjs': "console.log('ran d')\n",
  'serve.mjs': "console.log('ready')\nsetInterval(() => undefined, 1000)\n",
}

const browser = sharedBrowser()
const world = sharedVsCodeWorld({
  world: { files: FILES },
  vscode: { settings: { 'terminal.integrated.gpuAcceleration': 'off', 'countersign.notifications': false } },
})
const page = sharedSignedIn(browser, world)

async function openView(title: string) {
  await showView(page(), 'Countersign')
  const tree = view(page(), title)
  await unfold(tree)
  return tree
}

vscodeTest('several calls wait at once: each is a row, and is answered in its row if that shows all of it', async () => {
  const { agent, workspace, operator } = world()
  const tree = await openView('Waiting for you')
  const write = (path: string) => agent.call('write_file', { path, content: 'x\n' }, { wait_seconds: 0 })
  const run = (script: string) => agent.call('execute_command', { command: 'node', args: [script] }, { wait_seconds: 0 })
  const [ran, rejected] = await Promise.all([run('b.mjs'), write('c.md'), write('a.md'), run('d.mjs')])
  await expect.poll(() => treeRow(tree, 'MEDIUM').count()).toBe(4)
  await countersignStatus(page()).getByText('4').waitFor()
  await treeRow(tree, 'Write a.md').hover()
  await treeRow(tree, 'Write a.md')
    .getByRole('button', { name: /^Reject/ })
    .waitFor()
  expect(
    await treeRow(tree, 'Write a.md')
      .getByRole('button', { name: /^Approve/ })
      .count(),
  ).toBe(0)
  await pressLastInRow(treeRow(tree, 'node b.mjs'), /^Approve/)
  expect(await agent.end(ran.tool_id)).toMatchObject({ status: 'completed', result: { stdout: 'ran b\n' } })
  const reason = quickInput(page())
  await pressInRow(treeRow(tree, 'Write c.md'), /^Reject/, (timeout) => reason.waitFor({ timeout }))
  await reason.fill('not this one')
  await reason.press('Enter')
  expect(await agent.end(rejected.tool_id)).toMatchObject({ status: 'rejected', report: expect.stringContaining('not this one') })
  expect(workspace.has('c.md')).toBe(false)
  await expect.poll(() => treeRow(tree, 'MEDIUM').count()).toBe(2)
  for (const { id } of await operator.pending()) await operator.approve(id)
  await tree.getByText('Nothing waits').waitFor()
})

vscodeTest('a grant is listed with what it covers, and revoked in its row', async () => {
  const { agent } = world()
  const tree = await openView('Grants')
  const { approval } = await callAndApprove(
    world(),
    'write_file',
    { path: 'e.md', content: 'e\n' },
    { scope: 'class', grant_seconds: 3_600 },
  )
  const covers = approval.scopes.find(({ scope }) => scope === 'class')?.covers ?? 'no class was offered'
  await treeRow(tree, covers).waitFor()
  expect(await agent.call('write_file', { path: 'f.md', content: 'f\n' })).toMatchObject({ status: 'completed' })
  await treeRow(tree, 'used 1 times').waitFor()
  await pressLastInRow(treeRow(tree, covers), /^Revoke/)
  expect(await agent.call('write_file', { path: 'g.md', content: 'g\n' })).toMatchObject({ status: 'awaiting_approval' })
})

vscodeTest('a process is listed, its output opens with a click, and it is stopped in its row', async () => {
  const tree = await openView('Processes')
  const { view: started } = await callAndApprove(world(), 'run_persistent', { command: 'node serve.mjs', process_id: 'server' })
  const { pid } = started.result as { readonly pid: number }
  const row = treeRow(tree, 'server')
  await row.getByText('running').waitFor()
  await clickUntilSeen(row, page().locator('.terminal-wrapper.active'))
  await expect.poll(() => terminalText(page())).toMatch(/\$ node serve\.mjs\s+ready/)
  expect(isAlive(pid)).toBe(true)
  await pressInRow(row, /^Stop/, (timeout) => row.getByText('ended').waitFor({ timeout }))
  await eventually('its end', () => !isAlive(pid) || undefined)
})
