// A runner on a temporary workspace, linked to a server of the test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunnerOptions, type RunningRunner, startRunner } from '../src/compose.ts'
import { createJsonLogger } from '../src/ports/logger.ts'
import { PROCESS_PARTS } from './process-parts.ts'
import { projectId, ServerFixture } from './server-fixture.ts'

export interface Place extends Disposable {
  readonly workspace: string
  readonly dataDir: string
}

export function makePlace(files: Record<string, string> = { 'a.txt': 'hello\n' }): Place {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-runner-'))
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(workspace, name), content)
  return { workspace, dataDir: join(folder, 'data'), [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Linked extends AsyncDisposable {
  readonly server: ServerFixture
  readonly place: Place
  readonly runner: RunningRunner
  readonly logs: Record<string, unknown>[]
}

export function optionsFor(server: ServerFixture, place: Place, logs: Record<string, unknown>[] = []): RunnerOptions {
  return {
    ...PROCESS_PARTS,
    serverUrl: server.url,
    token: () => 'a-runner-token',
    projectId,
    workspace: place.workspace,
    dataDir: place.dataDir,
    logger: createJsonLogger((line) => logs.push(JSON.parse(line))),
    retry: { firstMilliseconds: 5, maxMilliseconds: 20 },
  }
}

export async function startLinked(
  prepare: (server: ServerFixture) => void = () => undefined,
  more: Partial<RunnerOptions> = {},
): Promise<Linked> {
  const server = await new ServerFixture().listen()
  prepare(server)
  const place = makePlace()
  const logs: Record<string, unknown>[] = []
  const runner = await startRunner({ ...optionsFor(server, place, logs), ...more })
  return {
    server,
    place,
    runner,
    logs,
    async [Symbol.asyncDispose]() {
      await runner.stop()
      await server[Symbol.asyncDispose]()
      place[Symbol.dispose]()
    },
  }
}
