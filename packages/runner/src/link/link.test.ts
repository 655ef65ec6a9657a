import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makePlace, optionsFor, startLinked } from '../../test/runner-fixture.ts'
import { ServerFixture } from '../../test/server-fixture.ts'
import { startRunner } from '../compose.ts'

const write = { tool: 'write_file', params: { path: 'b.md', content: 'new' }, risk: 'MEDIUM' } as const

async function startReady(...given: Parameters<typeof startLinked>) {
  const linked = await startLinked(...given)
  await expect.poll(() => linked.server.streams).toBe(1)
  return linked
}

describe('calls', () => {
  test('a signal runs the call and its result is posted', async () => {
    await using linked = await startReady()
    const { attempt_id } = linked.server.signal(linked.server.makeCall())
    await expect.poll(() => linked.server.results()).toHaveLength(1)
    expect(linked.server.results()[0]).toMatchObject({ status: 'completed', attempt_id, result: { content: 'hello\n' } })
  })

  test('a write that was cleared is on the disk when its result is posted', async () => {
    await using linked = await startReady()
    linked.server.signal(linked.server.makeCall(write))
    await expect.poll(() => linked.server.results()).toHaveLength(1)
    expect(linked.server.results()[0]).toMatchObject({ status: 'completed', result: { created: true } })
    expect(readFileSync(join(linked.place.workspace, 'b.md'), 'utf8')).toBe('new')
  })

  test('a failure of the tool is told with its code', async () => {
    await using linked = await startReady()
    linked.server.signal(linked.server.makeCall({ params: { path: 'missing.txt' } }))
    await expect.poll(() => linked.server.results()[0]).toMatchObject({ status: 'failed', error_code: 'FILE_NOT_FOUND' })
  })

  test('a call that policy refuses here runs nothing, whoever signed for it', async () => {
    await using linked = await startReady()
    linked.server.signal(linked.server.makeCall({ ...write, params: { path: '.env', content: 'x' }, risk: 'HIGH' }))
    await expect.poll(() => linked.server.results()[0]).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
    expect(existsSync(join(linked.place.workspace, '.env'))).toBe(false)
  })

  test('a file that changed since it was shown is not written', async () => {
    await using linked = await startReady()
    const by = { kind: 'person', user_id: 'u', approval_id: linked.server.makeCall().tool_id }
    const base_digests = { 'a.txt': createHash('sha256').update('what was shown').digest('hex') }
    linked.server.signal(linked.server.makeCall({ ...write, params: { path: 'a.txt', content: 'x' }, claims: { by, base_digests } }))
    await expect.poll(() => linked.server.results()[0]).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
    expect(readFileSync(join(linked.place.workspace, 'a.txt'), 'utf8')).toBe('hello\n')
  })

  test('a long value comes by reference and must be the one that was cleared', async () => {
    await using linked = await startReady()
    const content = Buffer.from('long '.repeat(5_000))
    const sha = createHash('sha256').update(content).digest('hex')
    const request = { ...write, params: { path: 'b.md', content: { $body: sha } } }
    linked.server.bodies.set(sha, Buffer.from('something else'))
    linked.server.signal(linked.server.makeCall(request))
    await expect.poll(() => linked.server.results()[0]).toMatchObject({ status: 'failed', error_code: 'INPUT_CHANGED' })
    linked.server.bodies.set(sha, content)
    linked.server.signal(linked.server.makeCall(request))
    await expect.poll(() => linked.server.results()[1]).toMatchObject({ status: 'completed', result: { size: content.length } })
  })

  test('a signal that is too long for an event is fetched whole', async () => {
    await using linked = await startReady()
    const call = linked.server.makeCall(write)
    linked.server.offer(call)
    linked.server.send('tool.execution_signal', { ...call, tool_params: {}, abridged: true })
    await expect.poll(() => linked.server.results()[0]).toMatchObject({ status: 'completed' })
  })

  test('what waited while nobody was there is fetched after hello, once', async () => {
    const place = makePlace()
    await using server = await new ServerFixture().listen()
    const call = server.makeCall({ ...write, params: { path: 'log.md', content: 'x', mode: 'append' } })
    server.offer(call)
    server.waiting = [{ tool_id: call.tool_id, kind: 'execute' }]
    await using _runner = await startRunner(optionsFor(server, place))
    await expect.poll(() => server.results()).toHaveLength(1)
    server.signal(call)
    server.cutStreams()
    await expect.poll(() => server.hellos().length).toBe(2)
    await expect.poll(() => server.streams).toBe(1)
    expect(readFileSync(join(place.workspace, 'log.md'), 'utf8')).toBe('x')
    place[Symbol.dispose]()
  })
})

describe('commands', () => {
  const command = (args: string[], more: object = {}) =>
    ({ tool: 'execute_command', params: { command: 'node', args, ...more }, risk: 'HIGH' }) as const

  test('a command runs, and what it prints on the way is seen live', async () => {
    await using linked = await startReady()
    const script = 'console.log("first"); setTimeout(() => console.log("last"), 400)'
    linked.server.signal(linked.server.makeCall(command(['-e', script])))
    await expect
      .poll(() => linked.server.results()[0], { timeout: 10_000 })
      .toMatchObject({ status: 'completed', result: { stdout: 'first\nlast\n' } })
    const output = linked.server.posted.filter(({ path }) => path.endsWith('/output')).map(({ body }) => body)
    expect(output).toMatchObject([
      { stream: 'stdout', offset: 0, data: 'first\n' },
      { stream: 'stdout', offset: 6, data: 'last\n' },
    ])
  })

  test('a shell line runs, judged again with the real disk', async () => {
    await using linked = await startReady()
    const { server, place } = linked
    writeFileSync(join(place.workspace, 'in.txt'), 'a\nb\n')
    symlinkSync('/etc/hostname', join(place.workspace, 'out.txt'))
    const line = (text: string, risk: 'MEDIUM' | 'HIGH' = 'MEDIUM') =>
      server.signal(server.makeCall({ tool: 'run_command', params: { command: text }, risk }))
    line('cat in.txt | wc -l')
    await expect.poll(() => server.results()[0], { timeout: 10_000 }).toMatchObject({ status: 'completed', result: { exit_code: 0 } })
    line('cat out.txt')
    await expect.poll(() => server.results()[1], { timeout: 10_000 }).toMatchObject({ error_code: 'PATH_OUTSIDE_WORKSPACE' })
    line('ls && rm in.txt', 'HIGH')
    await expect.poll(() => server.results()[2], { timeout: 10_000 }).toMatchObject({ error_code: 'COMMAND_NOT_ALLOWED' })
    line('cat *')
    await expect.poll(() => server.results()[3], { timeout: 10_000 }).toMatchObject({ error_code: 'INPUT_CHANGED' })
  })

  test('a cancel ends the command with its whole tree', async () => {
    await using linked = await startReady()
    const call = linked.server.signal(linked.server.makeCall(command(['-e', 'console.log("running"); setInterval(() => {}, 1000)'])))
    await expect.poll(() => linked.server.posted.some(({ path }) => path.endsWith('/output')), { timeout: 10_000 }).toBe(true)
    linked.server.send('tool.cancel', { tool_id: call.tool_id, attempt_id: call.attempt_id, timestamp: call.timestamp })
    await expect.poll(() => linked.server.results()[0], { timeout: 10_000 }).toMatchObject({ status: 'failed', error_code: 'CANCELLED' })
  })

  test('stopping the runner ends what runs and posts how it ended', async () => {
    await using linked = await startReady()
    linked.server.signal(linked.server.makeCall(command(['-e', 'console.log("running"); setInterval(() => {}, 1000)'])))
    await expect.poll(() => linked.server.posted.some(({ path }) => path.endsWith('/output')), { timeout: 10_000 }).toBe(true)
    await linked.runner.stop()
    expect(linked.server.results()).toMatchObject([{ status: 'failed', error_code: 'CANCELLED', result: { stdout: 'running\n' } }])
  })

  test('at most eight run at once, and the rest wait', async () => {
    await using linked = await startReady()
    const script =
      'const { readdirSync, writeFileSync, rmSync } = require("fs"); const f = "run/" + process.argv[1]; writeFileSync(f, ""); ' +
      'console.log(readdirSync("run").length); setTimeout(() => rmSync(f), 300)'
    mkdirSync(join(linked.place.workspace, 'run'))
    for (let i = 0; i < 12; i++) linked.server.signal(linked.server.makeCall(command(['-e', script, `${i}`])))
    await expect.poll(() => linked.server.results().length, { timeout: 15_000 }).toBe(12)
    const counts = linked.server.results().map(({ result }) => Number((result as { stdout: string }).stdout))
    expect(Math.max(...counts)).toBeLessThanOrEqual(8)
    expect(Math.max(...counts)).toBeGreaterThan(1)
  })
})

describe('previews', () => {
  test('a preview tells what would change and binds what was read', async () => {
    await using linked = await startReady()
    const call = linked.server.makeCall({ ...write, params: { path: 'a.txt', content: 'bye\n' } })
    linked.server.send('tool.preview_request', call)
    const preview = () => linked.server.posted.find(({ path }) => path.endsWith('/preview'))?.body
    await expect.poll(preview).toBeDefined()
    const sha = createHash('sha256').update('hello\n').digest('hex')
    expect(preview()).toMatchObject({ preview: { kind: 'diff' }, base_digests: { 'a.txt': sha }, resolved_paths: { 'a.txt': 'a.txt' } })
    expect(readFileSync(join(linked.place.workspace, 'a.txt'), 'utf8')).toBe('hello\n')
  })

  test('a preview that cannot be made says why', async () => {
    await using linked = await startReady()
    linked.server.send('tool.preview_request', linked.server.makeCall({ ...write, params: { path: '../out.md', content: '' } }))
    const posted = () => linked.server.posted.find(({ path }) => path.endsWith('/preview'))?.body
    await expect.poll(posted).toMatchObject({ error_code: 'PATH_OUTSIDE_WORKSPACE' })
  })
})

describe('the link', () => {
  test('comes back by itself when the server vanishes, and posts what it had', async () => {
    await using linked = await startReady()
    const { server } = linked
    server.intercept = (request) => {
      if (!request.url?.endsWith('/result')) return false
      request.socket.destroy()
      return true
    }
    const call = server.signal(server.makeCall(write))
    await expect.poll(() => existsSync(join(linked.place.workspace, 'b.md'))).toBe(true)
    await server.vanish()
    server.intercept = () => false
    await server.listen()
    await expect.poll(() => server.results()).toMatchObject([{ status: 'completed', attempt_id: call.attempt_id }])
    await expect.poll(() => server.streams).toBe(1)
  })

  test('posts a result again when the server fails, and not when it is settled', async () => {
    await using linked = await startReady()
    const statuses = [500, 503, 429, 409]
    let posts = 0
    linked.server.intercept = (request, response) => {
      if (!request.url?.endsWith('/result')) return false
      const status = statuses[posts++] ?? 200
      response.writeHead(status).end(JSON.stringify({ success: false, error: 'x', error_code: 'INTERNAL', details: {}, request_id: 'r' }))
      return true
    }
    linked.server.signal(linked.server.makeCall(write))
    await expect.poll(() => posts).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(posts).toBe(4)
  })

  test('tells of a failure where the server does not take the result as it is', async () => {
    await using linked = await startReady()
    let refusals = 1
    linked.server.intercept = (request, response) => {
      if (!request.url?.endsWith('/result') || refusals-- <= 0) return false
      response.writeHead(400).end(
        JSON.stringify({
          success: false,
          error: 'Invalid arguments: result',
          error_code: 'INVALID_ARGUMENTS',
          details: {},
          request_id: 'r',
        }),
      )
      return true
    }
    linked.server.signal(linked.server.makeCall())
    await expect.poll(() => linked.server.results()[0]).toMatchObject({ status: 'failed', error_code: 'INTERNAL' })
  })

  test('stands by while another holds the lease, and takes over when it is free', async () => {
    await using linked = await startLinked((server) => {
      server.holdsLease = false
      server.leaseSeconds = 1
    })
    await linked.runner.online
    expect(linked.runner.phase()).toBe('standby')
    expect(linked.server.streams).toBe(0)
    linked.server.holdsLease = true
    linked.server.leaseSeconds = 30
    await expect.poll(() => linked.runner.phase()).toBe('holding')
    await expect.poll(() => linked.server.streams).toBe(1)
  })

  test('gives up its stream when a heartbeat says that the lease is lost', async () => {
    await using linked = await startReady((server) => {
      server.leaseSeconds = 1
    })
    linked.server.holdsLease = false
    await expect.poll(() => linked.runner.phase(), { timeout: 3_000 }).toBe('standby')
    expect(linked.server.streams).toBe(0)
  })

  test.each([
    [401, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
  ])('ends with the failure where hello is answered with %i', async (status, code) => {
    await using linked = await startLinked((server) => {
      server.intercept = (_, response) => {
        response.writeHead(status).end(JSON.stringify({ success: false, error: 'No', error_code: code, details: {}, request_id: 'r' }))
        return true
      }
    })
    await expect(linked.runner.stopped).rejects.toMatchObject({ code })
    await expect(linked.runner.online).rejects.toMatchObject({ code })
  })

  test('says hello as the same runner after a restart', async () => {
    await using linked = await startReady()
    await linked.runner.stop()
    await using again = await startRunner(optionsFor(linked.server, linked.place))
    await again.online
    expect(again.runnerId).toBe(linked.runner.runnerId)
  })

  test('refuses a workspace that holds its own data', async () => {
    await using server = await new ServerFixture().listen()
    using place = makePlace()
    writeFileSync(join(place.workspace, 'x'), '')
    const options = { ...optionsFor(server, place), dataDir: join(place.workspace, 'data') }
    await expect(startRunner(options)).rejects.toMatchObject({ code: 'INVALID_PATH' })
  })
})
