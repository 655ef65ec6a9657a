// A whole system with VS Code in it: a real server without a runner of its own, its workspace open in a window, and the extension, which
// is the operator and the runner.
import type { Page } from 'playwright-core'
import { startWorld, type World, type WorldOptions } from '../../world/world.ts'
import type { VsCodeOptions } from './vscode-server.ts'
import { countersignStatus, runFromPalette } from './vscode-window.ts'
import { startWorkbench, type Workbench } from './workbench.ts'

export interface VsCodeWorld extends World, Workbench {}

export interface VsCodeWorldOptions {
  readonly world?: Omit<WorldOptions, 'runner'>
  readonly vscode?: VsCodeOptions
}

/** The extension is installed and knows the address of the server; nobody is signed in. */
export async function startVsCodeWorld(options: VsCodeWorldOptions = {}): Promise<VsCodeWorld> {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await startWorld({ ...options.world, runner: 'none' }))
  const settings = { 'countersign.serverUrl': world.url, ...options.vscode?.settings }
  const workbench = stack.use(await startWorkbench({ ...options.vscode, settings }))
  const ending = stack.move()
  return { ...world, ...workbench, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}

const CODE = /[A-Z0-9]{4}-[A-Z0-9]{4}/

/** Signed in, and the runner of the world's workspace is online. */
export async function signIn(page: Page, world: VsCodeWorld): Promise<void> {
  await confirmSignIn(page, world)
  await world.runnerOnline()
}

/** As a person does it: "Sign In", then the code is confirmed at the server. */
export async function confirmSignIn(page: Page, world: VsCodeWorld): Promise<void> {
  await runFromPalette(page, 'Countersign: Sign In')
  await world.operator.post('/my/devices/allow', { user_code: await shownCode(page) })
  await untilConnected(page)
}

/** The code that the status bar shows. */
export async function shownCode(page: Page): Promise<string> {
  const shown = countersignStatus(page).filter({ hasText: CODE })
  await shown.waitFor()
  return CODE.exec((await shown.textContent()) ?? '')?.[0] ?? ''
}

/** Until the status bar says so, whether something waits or not. */
export const untilConnected = (page: Page): Promise<void> =>
  countersignStatus(page)
    .and(page.getByLabel(/Connected|waiting for you/))
    .waitFor()
