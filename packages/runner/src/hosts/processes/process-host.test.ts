import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '@countersign/protocol'
import { describe, expect, it, vi } from 'vitest'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { OutputChunk } from '../../programs/output-collector.ts'
import type { Sandbox } from '../../sandbox/index.ts'

const none: Sandbox = { isolation: 'none', reason: 'this is a test' }
const found = await detectTestSandbox()
if (found.reason) console.warn(`Commands are tested without a sandbox only: ${found.reason}`)
const kinds = [['without a sandbox', none], ...(found.isolation === 'sandbox' ? [['in a sandbox', found] as const] : [])] as [
  string,
  Sandbox,
][]

describe.each(kinds)('a command %s', (_, sandbox) => {
  it('runs in the workspace and tells what it printed, how it ended and how it was held', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'hello\n' })
    const outcome = await runIn({ ...place, sandbox })('sh', '-c', 'cat a.txt; pwd; echo oops >&2; exit 3')
    expect(outcome).toEqual({
      stdout: `hello\n${place.root}\n`,
      stderr: 'oops\n',
      exitCode: 3,
      seconds: expect.any(Number),
      truncated: false,
      isolation: sandbox.isolation,
    })
  })

  it('gets its words as they are: nothing is split or expanded', async () => {
    await using place = createTemporaryWorkspace()
    const words = ['a b', '$HOME', '*', ';', '`id`', '', "'", '\n', '--', '-n']
    const { stdout } = await runIn({ ...place, sandbox })('python3', '-c', 'import sys, json; print(json.dumps(sys.argv[1:]))', ...words)
    expect(JSON.parse(stdout)).toEqual(words)
  })

  it('sees only an environment of allowed names', async () => {
    await using place = createTemporaryWorkspace()
    const environment = {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      AWS_SECRET_ACCESS_KEY: 'x',
      GITHUB_TOKEN: 'x',
      HOME: '/root',
      LD_PRELOAD: 'x',
      NODE_OPTIONS: '-x',
    }
    const { stdout } = await runIn({ ...place, sandbox, environment })('env')
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
    for (const name of ['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'LD_PRELOAD', 'NODE_OPTIONS']) expect(names).not.toContain(name)
    expect(stdout).toMatch(/^CI=1$/m)
    expect(stdout).toMatch(/^GIT_TERMINAL_PROMPT=0$/m)
    expect(stdout).toMatch(/^TERM=dumb$/m)
    expect(stdout).not.toMatch(/^HOME=\/root$/m)
  })

  it('writes no coverage of a runner that is being tested', async () => {
    await using place = createTemporaryWorkspace()
    vi.stubEnv('NODE_V8_COVERAGE', place.at('../coverage'))
    const { stdout } = await runIn({ ...place, sandbox })('env')
    vi.unstubAllEnvs()
    expect(stdout).not.toContain('NODE_V8_COVERAGE')
  })

  it('finds no program of the workspace, and no path for a program', async () => {
    await using place = createTemporaryWorkspace()
    writeFileSync(place.file('bin/mine'), '#!/bin/sh\necho mine\n', { mode: 0o755 })
    const run = runIn({ ...place, sandbox, environment: { PATH: `${place.at('bin')}:.:/usr/bin` } })
    for (const command of ['mine', './bin/mine', `${place.at('bin')}/mine`, '/bin/ls', '', 'no-such-program']) {
      await expect(run(command)).rejects.toMatchObject({ code: 'COMMAND_NOT_ALLOWED' })
    }
  })

  it('has nothing to read from', async () => {
    await using place = createTemporaryWorkspace()
    expect((await runIn({ ...place, sandbox })('cat')).stdout).toBe('')
  })

  it('passes its output on while it runs, characters whole', async () => {
    await using place = createTemporaryWorkspace()
    const chunks: OutputChunk[] = []
    const script = String.raw`printf 'one\n'; sleep 0.3; printf '\303'; sleep 0.3; printf '\244\377'; printf err >&2`
    await runIn({ ...place, sandbox, onOutput: (chunk) => chunks.push(chunk) })('sh', '-c', script)
    const out = chunks.filter((chunk) => chunk.stream === 'stdout')
    expect(out.map((chunk) => chunk.data)).toEqual(['one\n', 'ä\ufffd'])
    expect(out.map((chunk) => chunk.offset)).toEqual([0, 4])
    expect(chunks.filter((chunk) => chunk.stream === 'stderr')).toEqual([{ stream: 'stderr', offset: 0, data: 'err' }])
  })

  it('may print any amount: the beginning and the end are kept', async () => {
    await using place = createTemporaryWorkspace()
    const script = 'print("first"); [print("x" * 99) for _ in range(50000)]; print("last")'
    const { stdout, truncated } = await runIn({ ...place, sandbox })('python3', '-c', script)
    expect(truncated).toBe(true)
    expect(stdout).toMatch(/^first\n[\s\S]+\[… \d+ bytes left out …\][\s\S]+last\n$/)
    expect(Buffer.byteLength(stdout)).toBeLessThan(LIMITS.maxOutputBytes + 100)
  })

  it('ends when its time is up, and what it had printed is told', async () => {
    await using place = createTemporaryWorkspace()
    const running = runIn({ ...place, sandbox, seconds: 1 })('sh', '-c', 'echo begun; sleep 30')
    await expect(running).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Time limit reached: sh after 1 s',
      details: { stdout: 'begun\n' },
    })
  })

  it('ends when it prints nothing for too long, and each line gives it new time', async () => {
    await using place = createTemporaryWorkspace()
    const limited = runIn({ ...place, sandbox, silenceSeconds: 1 })
    const talking = await limited('sh', '-c', 'for n in 1 2 3 4; do sleep 0.4; echo $n >&2; done')
    expect(talking).toMatchObject({ exitCode: 0, stderr: '1\n2\n3\n4\n' })
    await expect(limited('sh', '-c', 'echo begun; sleep 30')).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Time limit reached: sh printed nothing for 1 s',
      details: { stdout: 'begun\n' },
    })
  })

  it('ends with all that it started, daemons with a session of their own too', async () => {
    await using place = createTemporaryWorkspace()
    const daemon = 'while :; do date +%s%N > alive; sleep 0.05; done'
    const script = `setsid nohup sh -c '${daemon}' >/dev/null 2>&1 & sleep 30`
    await expect(runIn({ ...place, sandbox, seconds: 1 })('sh', '-c', script)).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expectNobodyWrites(place.root)
  })

  it('leaves nothing running when it ends by itself', async () => {
    await using place = createTemporaryWorkspace()
    const daemon = 'while :; do date +%s%N > alive; sleep 0.05; done'
    await runIn({ ...place, sandbox })('sh', '-c', `setsid nohup sh -c '${daemon}' >/dev/null 2>&1 & sleep 0.3`)
    await expectNobodyWrites(place.root)
  })

  it('does not keep the call waiting for a child that holds its output open', async () => {
    await using place = createTemporaryWorkspace()
    const { seconds } = await runIn({ ...place, sandbox })('sh', '-c', 'sleep 20 & echo done')
    expect(seconds).toBeLessThan(10)
  })

  it('ends when it is cancelled, before and while it runs', async () => {
    await using place = createTemporaryWorkspace()
    const cancel = new AbortController()
    const run = runIn({ ...place, sandbox, signal: cancel.signal })
    const running = run('sh', '-c', 'echo begun; sleep 30')
    setTimeout(() => cancel.abort(), 500)
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED', details: { stdout: 'begun\n' } })
    await expect(run('ls')).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('that dies of a signal has an exit code all the same', async () => {
    await using place = createTemporaryWorkspace()
    expect((await runIn({ ...place, sandbox })('sh', '-c', 'kill -9 $$')).exitCode).toBe(137)
  })

  it('leaves no rubbish in the workspace', async () => {
    await using place = createTemporaryWorkspace()
    await runIn({ ...place, sandbox })('sh', '-c', 'echo x > made.txt; mkdir folder')
    expect(readdirSync(place.root).sort()).toEqual(['folder', 'made.txt'])
  })

  it('that makes a file which would run later has it taken away, and is told', async () => {
    await using place = createTemporaryWorkspace()
    const quarantineDir = place.at('../quarantine')
    const { stderr } = await runIn({ ...place, sandbox, quarantineDir })(
      'sh',
      '-c',
      'mkdir .vscode; echo x > .vscode/tasks.json; echo y > .envrc; echo z > z.txt',
    )
    expect(readdirSync(place.root)).toEqual(['z.txt'])
    expect(stderr).toMatch(/\.vscode would be run[\s\S]+\.envrc would be run/)
    const kept = readdirSync(quarantineDir).flatMap((folder) => readdirSync(`${quarantineDir}/${folder}`))
    expect(kept.sort()).toEqual(['.envrc', '.vscode'])
  })

  it('may make a repository when that is what was asked for', async () => {
    await using place = createTemporaryWorkspace()
    const quarantineDir = place.at('../quarantine')
    expect((await runIn({ ...place, sandbox, quarantineDir })('git', 'init', '-q')).stderr).toBe('')
    expect(existsSync(place.at('.git/config'))).toBe(true)
    expect((await runIn({ ...place, sandbox })('git', 'status', '--short')).exitCode).toBe(0)
  })
})

async function expectNobodyWrites(root: string): Promise<void> {
  const before = readFileSync(`${root}/alive`, 'utf8')
  await wait(400)
  expect(readFileSync(`${root}/alive`, 'utf8')).toBe(before)
}
