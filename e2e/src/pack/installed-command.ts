// The packed command, installed by an ordinary user into an empty folder, without install scripts and without a registry. The user has
// Node 24, npm and the programs of the system, and a home of its own.
import { spawn } from 'node:child_process'
import { chown, copyFile, mkdir, realpath, symlink } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { type Folder, makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { packCommand } from '../../../scripts/build/pack/pack-command.ts'
import { ordinaryUser } from '../attack/play-as.ts'
import { type Child, watchChild } from '../world/processes/child.ts'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Where it is started; the home if left out. */
  readonly cwd?: string
}

export interface InstalledCommand extends AsyncDisposable {
  readonly home: Folder
  /** The file that npm made of it. */
  readonly packed: string
  /** The folder of the package. */
  readonly folder: string
  /** `countersign …`, as a shell of this user finds it. */
  start(args: readonly string[], options?: RunOptions): Child
  run(args: readonly string[], options?: RunOptions): Promise<Ran>
  /** A new folder that belongs to this user. */
  makeFolder(name: string): Promise<string>
}

const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin']

export async function installCommand(): Promise<InstalledCommand> {
  await using stack = new AsyncDisposableStack()
  const { uid } = ordinaryUser()
  const packed = await packCommand()
  const home = stack.use(await makeFolder('packed-home'))
  const own = async (path: string) => {
    if (uid !== undefined) await chown(path, uid, uid)
    return path
  }
  const makeOwnFolder = async (name: string) => {
    await mkdir(home.at(name))
    return own(home.at(name))
  }
  await own(home.path)
  await makeOwnFolder('programs')
  await symlink(process.execPath, home.at('programs/node'))
  await copyFile(packed, home.at(basename(packed)))
  const path = [home.at('programs'), home.at('node_modules/.bin'), ...SYSTEM_PATH].join(delimiter)
  const start = (program: string, args: readonly string[], { env = {}, cwd = home.path, input }: RunOptions): Child => {
    // The user could not write where the lines of other children are counted, and Node hands the place on unless it is named.
    const own = { PATH: path, HOME: home.path, LANG: 'C.UTF-8', COUNTERSIGN_KEY_STORE: 'file', NODE_V8_COVERAGE: '' }
    const options = { cwd, env: { ...own, ...env } }
    const child = spawn(program, args, { ...options, ...(uid !== undefined && { uid, gid: uid }) })
    child.stdin.on('error', () => undefined)
    if (input !== undefined) child.stdin.end(input)
    return watchChild(child)
  }
  await install((program, args) => runToItsEnd(start(program, args, { input: '' })), basename(packed))
  const startCountersign = (args: readonly string[], options: RunOptions = {}) => start('countersign', args, options)
  const kept = stack.move()
  return {
    home,
    packed,
    folder: home.at('node_modules/countersign'),
    start: startCountersign,
    run: (args, options = {}) => runToItsEnd(startCountersign(args, { input: '', ...options })),
    makeFolder: makeOwnFolder,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function install(run: (program: string, args: readonly string[]) => Promise<Ran>, file: string): Promise<void> {
  const npm = await realpath(await findNpm())
  const { code, stderr } = await run('node', [npm, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${file}`])
  if (code !== 0) throw new Error(`npm install ended with ${code}: ${stderr}`)
}

/** The npm of this machine: a link to a script. */
async function findNpm(): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = await realpath(join(folder, 'npm')).catch(() => undefined)
    if (found) return found
  }
  throw new Error('there is no npm on the PATH')
}

async function runToItsEnd(child: Child): Promise<Ran> {
  await using running = child
  const { code } = await running.ended
  return { code, stdout: running.stdout(), stderr: running.stderr() }
}
