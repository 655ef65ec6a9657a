// A server in its own process, with a data folder that was filled in advance.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventDraft, ProjectId } from '@countersign/protocol'
import { testProgram } from '../../../scripts/test-program.ts'
import type { ServerOptions } from '../src/compose.ts'
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts'
import { makeProject, SECRET, startTestServer } from './test-server.ts'

const PROGRAM = testProgram(new URL('./server-program.ts', import.meta.url))
/** Most tests are about how calls live, not about how commands are judged. */
const RAISED = { calls_per_second: 100_000, call_burst: 100_000, default_mode: 'strict' }

export interface ServerProcess extends AsyncDisposable {
  readonly port: number
  readonly project: ProjectId
  readonly pid: number
  isAlive(): boolean
  /** The peak memory of the process. */
  peakBytes(): Promise<number>
}

export interface ServerProcessOptions {
  readonly settings?: ServerOptions['settings']
  /** Log rows of its one project; each list is written in one transaction. */
  readonly log?: Iterable<readonly EventDraft[]>
  /** Put before the program on its command line, such as `prlimit`. */
  readonly under?: readonly string[]
}

export async function startServerProcess({ settings, log = [], under = [] }: ServerProcessOptions = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-process-'))
  const project = await fillFolder(dataDir, log)
  const options = JSON.stringify({ dataDir, auth: { secret: SECRET }, settings: { ...RAISED, ...settings } })
  const [command = '', ...args] = [...under, process.execPath, PROGRAM, options]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer]
  const pid = child.pid as number
  return {
    port: Number(String(line)),
    project,
    pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    peakBytes: async () => Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function fillFolder(dataDir: string, log: Iterable<readonly EventDraft[]>): Promise<ProjectId> {
  const server = await startTestServer({ dataDir })
  const project = await makeProject(server)
  await server[Symbol.asyncDispose]()
  await using store = await openSqliteStore({ path: join(dataDir, 'countersign.sqlite') })
  for (const drafts of log) await store.transact((tx) => tx.events.append(project, new Date().toISOString(), drafts))
  return project
}
