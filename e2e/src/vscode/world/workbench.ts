// A VS Code with the extension, and a channel into its extension host: what a test in VS Code begins with.
import { type HostChannel, openHostChannel } from '../in-host/host-channel.ts'
import { startVsCode, type VsCodeOptions, type VsCodeServer } from './vscode-server.ts'
import { EXTENSION, TEST_HOST } from './vsix-files.ts'

export interface Workbench extends AsyncDisposable {
  readonly vscode: VsCodeServer
  /** Functions for the extension host of the window that is open. */
  readonly host: HostChannel
}

export interface WorkbenchOptions extends VsCodeOptions {
  /** Another build of it. */
  readonly extension?: string
}

/** The extension and the test host are installed. */
export async function startWorkbench({ extension = EXTENSION, ...options }: WorkbenchOptions = {}): Promise<Workbench> {
  await using stack = new AsyncDisposableStack()
  const host = stack.use(await openHostChannel())
  const extensions = [extension, TEST_HOST, ...(options.extensions ?? [])]
  const vscode = stack.use(await startVsCode({ ...options, extensions, env: { ...host.env, ...options.env } }))
  const ending = stack.move()
  return { vscode, host, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}
