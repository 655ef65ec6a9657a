// A VS Code server as a process: on a free port of the loopback interface, with empty data, a home folder of its own and the given
// extensions installed.
import { mkdir } from 'node:fs/promises'
import { type Folder, makeFolder } from '../../../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { type Child, startProgram } from '../../world/processes/child.ts'
import { VSCODE_PROGRAM } from '../code-server/install.ts'

export interface VsCodeOptions {
  /** `.vsix` files. */
  readonly extensions?: readonly string[]
  readonly settings?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
  /** Without it, VS Code asks whether the person trusts a folder. */
  readonly trusted?: boolean
}

export interface VsCodeServer extends AsyncDisposable {
  readonly url: string
  /** `HOME` of the extension. */
  readonly home: Folder
  readonly data: Folder
  readonly process: Child
}

/** A limit, not a measurement: a busy machine is slow. */
const READY_SECONDS = 120
const SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'git.enabled': false,
  'files.autoSave': 'off',
  'editor.accessibilitySupport': 'off',
}

export async function startVsCode({ extensions = [], settings = {}, env = {}, trusted = true }: VsCodeOptions = {}): Promise<VsCodeServer> {
  await using stack = new AsyncDisposableStack()
  const data = stack.use(await makeFolder('vscode'))
  const home = stack.use(await makeFolder('home'))
  await data.write('data/Machine/settings.json', JSON.stringify({ ...SETTINGS, ...settings }, null, 2))
  await mkdir(data.at('extensions'), { recursive: true })
  const shared = ['--accept-server-license-terms', '--server-data-dir', data.path]
  const environment = { HOME: home.path, NODE_COMPILE_CACHE: '', ...env }
  if (extensions.length > 0)
    await installExtensions([...shared, ...extensions.flatMap((file) => ['--install-extension', file])], environment)
  const listening = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--telemetry-level', 'off']
  const options = [...shared, ...listening, ...(trusted ? ['--disable-workspace-trust'] : [])]
  const child = stack.use(startProgram([VSCODE_PROGRAM, ...options], { env: environment }))
  const port = await eventually('VS Code to listen', () => portOf(child), READY_SECONDS)
  const ending = stack.move()
  return { url: `http://127.0.0.1:${port}`, home, data, process: child, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}

async function installExtensions(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const child = startProgram([VSCODE_PROGRAM, ...args], { env })
  const { code } = await child.ended
  const printed = `${child.stdout()}\n${child.stderr()}`
  if (code !== 0 || /failed installing/i.test(printed)) throw new Error(`the extensions could not be installed:\n${printed}`)
}

function portOf(child: Child): string | undefined {
  if (child.hasEnded) throw new Error(`VS Code ended: ${child.stdout()}\n${child.stderr()}`)
  return /listening on (\d+)/.exec(child.stdout())?.[1]
}
