// npm run screenshots:vscode: the extension in a real VS Code, into docs/screenshots.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { setup } from '../../../../scripts/build/vscode/package-extension.setup.ts'
import { cardOf } from '../../world/browser/cards.ts'
import { chatOf } from '../../world/browser/chat-page.ts'
import { launchChromium } from '../../world/browser/chromium.ts'
import { countersignStatus, openVsCode, pressNotification, runFromPalette, viewTab } from '../world/vscode-window.ts'
import { shownCode, startVsCodeWorld, untilConnected, type VsCodeWorld } from '../world/vscode-world.ts'
import { diffEditor, openFile, selectTab } from '../world/window/editor.ts'
import { approvalsTab, findApprovals, openChat } from '../world/window/webview.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'screenshots')
const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const
const FILES = {
  'greet.js': 'export function greet(name) {\n  return "hello " + name\n}\n\nconsole.log(greet("Ada"))\n',
}
const AFTER = `export function greet(name) {\n  return \`Hello, \${name}!\`\n}\n\nconsole.log(greet("Ada"))\n`

async function screenshot(page: Page, name: string): Promise<void> {
  // Away from everything that would show a hint.
  await page.mouse.move(900, 400)
  await page.locator('.monaco-hover:visible').waitFor({ state: 'detached' })
  await page.screenshot({ path: join(FOLDER, `vscode-${name}.png`), animations: 'disabled' })
  console.log(`docs/screenshots/vscode-${name}.png`)
}

async function chooseTheme(page: Page, world: VsCodeWorld, theme: keyof typeof THEMES): Promise<void> {
  const choose = (editor: typeof import('vscode'), name: string) =>
    editor.workspace.getConfiguration('workbench').update('colorTheme', name, true)
  await world.host.run(choose, THEMES[theme])
  await page.locator(`.monaco-workbench.${theme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor()
}

async function signIn(page: Page, world: VsCodeWorld): Promise<void> {
  await runFromPalette(page, 'Countersign: Sign In')
  const user_code = await shownCode(page)
  await page.locator('.notifications-toasts .notification-list-item').filter({ hasText: user_code }).waitFor()
  await screenshot(page, 'sign-in')
  await world.operator.post('/my/devices/allow', { user_code })
  await untilConnected(page)
  await world.runnerOnline()
}

/** A conversation that waits for an answer, beside the file that it is about. */
async function askInChat(page: Page): Promise<void> {
  await openFile(page, 'greet.js')
  const chat = chatOf(await openChat(page))
  await chat.say('list the files')
  await chat.cards.first().filter({ hasText: 'Done' }).waitFor()
  await chat.say('write "# Today" to notes/today.md')
  await chat.card('Write notes/today.md').getByText('Waiting for you').waitFor()
  await page.locator('.pane').getByText('MEDIUM · assistant').waitFor()
}

async function takeAll(page: Page, world: VsCodeWorld): Promise<void> {
  await chooseTheme(page, world, 'light')
  await signIn(page, world)
  await askInChat(page)
  await screenshot(page, 'chat-light')
  await chooseTheme(page, world, 'dark')
  await screenshot(page, 'chat-dark')
  await chooseTheme(page, world, 'light')
  for (const { id } of await world.operator.pending()) await world.operator.reject(id, 'another time')
  await world.host.run((editor) => editor.commands.executeCommand('notifications.clearAll'), undefined)
  await world.agent.call('write_file', { path: 'greet.js', content: AFTER })
  await pressNotification(page, 'Write greet.js', 'Show')
  const { modified } = await diffEditor(page)
  await modified.getByText('Hello,').first().waitFor()
  await screenshot(page, 'diff')
  await selectTab(approvalsTab(page))
  await cardOf(await findApprovals(page), 'Write greet.js').waitFor()
  await screenshot(page, 'approval')
  for (const { id } of await world.operator.pending()) await world.operator.approve(id)
  await openFile(page, 'greet.js')
  await page.locator('.codelens-decoration').getByText('Changed by').waitFor()
  await countersignStatus(page).and(page.getByLabel('Nothing waits')).waitFor()
  await screenshot(page, 'changed')
}

await setup()
await mkdir(FOLDER, { recursive: true })
const browser = await launchChromium()
try {
  await using world = await startVsCodeWorld({ world: { files: FILES } })
  const page = await openVsCode(browser, world.vscode, { open: world.workspace.path, viewport: { width: 1280, height: 760 } })
  await viewTab(page, 'Countersign').waitFor()
  await takeAll(page, world)
} finally {
  await browser.close()
}
