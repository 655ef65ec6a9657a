// What commands print, as it comes, in a terminal of the window.
import { expect } from 'vitest'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { terminalText } from '../world/window/terminal.ts'

/** Prints, waits until the test lets it go on, and prints again. */
const SCRIPT = `import { existsSync } from 'node:fs'
console.log('first line')
setInterval(() => {
  if (!existsSync('go.txt')) return
  console.log('\\x1b]0;a title\\x07\\x1b[31msecond line\\x1b[0m')
  process.exit(3)
}, 50)
`

const browser = sharedBrowser()
const world = sharedVsCodeWorld({
  world: { files: { 'slow.mjs': SCRIPT } },
  vscode: { settings: { 'terminal.integrated.gpuAcceleration': 'off' } },
})
const page = sharedSignedIn(browser, world)

vscodeTest('a command shows its output in a terminal while it runs, and how it ended', async () => {
  const { agent, operator, workspace } = world()
  const asked = await agent.call('execute_command', { command: 'node', args: ['slow.mjs'] })
  await operator.approve(asked.approval_id ?? '')
  await expect.poll(() => terminalText(page())).toContain('$ node slow.mjs')
  await expect.poll(() => terminalText(page())).toContain('first line')
  expect(await agent.see(asked.tool_id)).toMatchObject({ status: 'executing' })
  expect(await terminalText(page())).not.toContain('second line')
  await workspace.write('go.txt', '')
  await expect.poll(() => terminalText(page())).toMatch(/second line\s+ended with exit code 3/)
  expect(await terminalText(page())).not.toContain('a title')
  expect((await agent.end(asked.tool_id)).result).toMatchObject({ exit_code: 3 })
})

vscodeTest('a command that ends at once is shown too', async () => {
  await world().agent.call('execute_command', { command: 'echo', args: ['quick'] })
  await expect.poll(() => terminalText(page())).toMatch(/\$ echo quick\s+quick\s+ended with exit code 0/)
})
