// A runner inside another program: what it takes of the process around it is handed in, and the process stays as it is.
import { expect, test } from 'vitest'
import { PROCESS_PARTS } from '../test/process-parts.ts'
import { makePlace } from '../test/runner-fixture.ts'
import { type CallRequest, projectId, ServerFixture } from '../test/server-fixture.ts'
import { startRunner } from './compose.ts'
import { createJsonLogger } from './ports/logger.ts'

interface Composed extends AsyncDisposable {
  /** The result of a call, when it has been posted. */
  run(call: CallRequest): Promise<unknown>
}

/** As an extension of an editor would: without a transport, a lock and a Node, and with an environment that it chose. */
async function compose(environment: Record<string, string>): Promise<Composed> {
  await using opening = new AsyncDisposableStack()
  const place = opening.use(makePlace())
  const server = opening.use(await new ServerFixture().listen())
  const { shellGrammar, searchWorker } = PROCESS_PARTS
  const runner = opening.use(
    await startRunner({
      serverUrl: server.url,
      token: () => 'a-runner-token',
      projectId,
      workspace: place.workspace,
      dataDir: place.dataDir,
      logger: createJsonLogger(() => undefined),
      environment,
      shellGrammar,
      searchWorker,
    }),
  )
  await runner.online
  await expect.poll(() => server.streams).toBe(1)
  const open = opening.move()
  return {
    async run(call) {
      const { attempt_id } = server.signal(server.makeCall(call))
      const find = () => server.results().find((result) => result.attempt_id === attempt_id)
      await expect.poll(find).toBeDefined()
      return find()?.result ?? find()
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

const EVENTS = ['exit', 'beforeExit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning']

const listProcess = () => ({
  listeners: EVENTS.map((event) => `${event}: ${process.listenerCount(event)}`),
  folder: process.cwd(),
  exitCode: process.exitCode,
})

/** Names that code of the runner reads of the real environment while this is open. */
function watchEnvironment(): Disposable & { readonly names: string[] } {
  const real = process.env
  const names: string[] = []
  const look = (name: string | symbol) => {
    // Node itself hands it on to every child.
    if (name === 'NODE_V8_COVERAGE') return
    if (/packages\/runner\/src\/(?!.*\.test\.ts)/.test(new Error('read').stack ?? '')) names.push(String(name))
  }
  process.env = new Proxy(real, {
    get(target, name) {
      look(name)
      return Reflect.get(target, name)
    },
    ownKeys(target) {
      look('all names')
      return Reflect.ownKeys(target)
    },
  })
  return {
    names,
    [Symbol.dispose]() {
      process.env = real
    },
  }
}

const command = (line: string): CallRequest => ({ tool: 'run_command', params: { command: line }, risk: 'HIGH' })

test('two runners in one process have environments of their own, and leave the process as it is', async () => {
  const before = listProcess()
  using watched = watchEnvironment()
  {
    const shared = { PATH: '/usr/bin:/bin', HOME: '/nowhere' }
    await using first = await compose({ ...shared, TZ: 'Europe/Paris', FIRST_PASSWORD: 'only-the-first-knows' })
    await using second = await compose({ ...shared, TZ: 'Asia/Tokyo' })
    for (const [runner, zone, shown] of [
      [first, 'Europe/Paris', '[masked]'],
      [second, 'Asia/Tokyo', 'only-the-first-knows'],
    ] as const) {
      expect(await runner.run({ tool: 'read_file', params: { path: 'a.txt' } })).toMatchObject({ content: 'hello\n' })
      expect(await runner.run({ tool: 'search_in_project', params: { query: 'hello' } })).toMatchObject({ total_count: 1 })
      expect(await runner.run(command('echo "TZ=$TZ"'))).toMatchObject({ stdout: expect.stringContaining(`TZ=${zone}\n`) })
      expect(await runner.run(command('echo only-the-first-knows'))).toMatchObject({ stdout: expect.stringContaining(shown) })
    }
  }
  expect(watched.names).toEqual([])
  expect(listProcess()).toEqual(before)
})
