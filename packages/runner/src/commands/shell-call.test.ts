import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { ShellRequest } from '@countersign/tools'
import { describe, expect, it } from 'vitest'
import { createTestProcessHost } from '../../test/hosts/create-host.ts'
import { detectTestSandbox } from '../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import type { ProcessHostOptions } from '../hosts/processes/process-host.ts'
import type { Sandbox } from '../sandbox/index.ts'

const none: Sandbox = { isolation: 'none', reason: 'this is a test' }
const found = await detectTestSandbox()
if (found.reason) console.warn(`Shell lines are tested without a sandbox only: ${found.reason}`)
const kinds: [string, Sandbox][] = [
  ['without a sandbox', none],
  ...(found.isolation === 'sandbox' ? [['in a sandbox', found] as [string, Sandbox]] : []),
]

const runLine = (
  options: { root: string; sandbox: Sandbox } & Partial<ProcessHostOptions>,
  line: string,
  more: Partial<ShellRequest> = {},
) =>
  createTestProcessHost({ risk: 'MEDIUM', network: false, signal: new AbortController().signal, ...options }).runShell({
    line,
    cwd: '.',
    timeoutSeconds: 20,
    ...more,
  })

describe.each(kinds)('a shell line %s', (_, sandbox) => {
  it('runs as bash reads it, in the workspace, and may write there', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'one\ntwo\n' })
    const outcome = await runLine({ ...place, sandbox }, `cat a.txt | wc -l > "n m.txt" && pwd; echo 'x  y' >&2; false || exit 3`)
    expect(outcome).toMatchObject({ stdout: `${place.root}\n`, stderr: 'x  y\n', exitCode: 3, isolation: sandbox.isolation })
    expect(readFileSync(place.at('n m.txt'), 'utf8').trim()).toBe('2')
  })

  it('runs in the folder that it names, and links that stay inside are followed', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    symlinkSync('src', place.at('link'))
    for (const cwd of ['src', './src/', 'link']) {
      expect((await runLine({ ...place, sandbox }, 'pwd -P; ls', { cwd })).stdout).toBe(`${place.root}/src\na.ts\n`)
    }
  })

  it('has no folder outside, none that holds secrets, and none that is not a folder', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '', '.git/config': '' })
    mkdirSync(place.at('../outside'))
    symlinkSync('../outside', place.at('out'))
    const codes: Record<string, string> = {
      '..': 'PATH_OUTSIDE_WORKSPACE',
      '/': 'PATH_OUTSIDE_WORKSPACE',
      out: 'PATH_OUTSIDE_WORKSPACE',
      '.git': 'SENSITIVE_FILE',
      'a.txt': 'INVALID_PATH',
      missing: 'FILE_NOT_FOUND',
    }
    for (const [cwd, code] of Object.entries(codes)) {
      await expect(runLine({ ...place, sandbox }, 'touch here', { cwd }), cwd).rejects.toMatchObject({ code })
    }
    expect(existsSync(place.at('../outside/here'))).toBe(false)
  })

  it('obeys no settings of anybody', async () => {
    await using place = createTemporaryWorkspace({ '.bashrc': 'echo mine' })
    const environment = {
      PATH: process.env.PATH,
      HOME: place.root,
      BASH_ENV: place.at('.bashrc'),
      ENV: place.at('.bashrc'),
      LC_ALL: 'zh_CN.GBK',
    }
    const { stdout } = await runLine({ ...place, sandbox, environment }, 'echo "$BASH_ENV$ENV$LC_ALL"; set -o | grep -c "on$" > /dev/null')
    expect(stdout).toBe('\n')
  })

  it('ends with all that it started when its time is up', async () => {
    await using place = createTemporaryWorkspace()
    const running = runLine({ ...place, sandbox }, 'echo begun; sleep 30 | sleep 30', { timeoutSeconds: 1 })
    await expect(running).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Time limit reached: the line after 1 s',
      details: { stdout: 'begun\n' },
    })
  })

  it('may make a repository with git alone, and not by other means', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '' })
    const quarantineDir = place.at('../quarantine')
    const { stderr } = await runLine({ ...place, sandbox, quarantineDir }, 'git init -q && git add a.txt')
    expect(stderr).toBe('')
    expect(existsSync(place.at('.git/config'))).toBe(true)
    await using other = createTemporaryWorkspace()
    const told = await runLine({ ...other, sandbox, quarantineDir }, 'git init -q && echo x > .git/hooks/pre-commit')
    expect(told.stderr).toMatch(/\.git would be run/)
    expect(existsSync(other.at('.git'))).toBe(false)
  })
})

it.runIf(found.isolation === 'sandbox')('a line in a sandbox sees nothing outside', async () => {
  await using place = createTemporaryWorkspace()
  writeFileSync(place.at('../secret.txt'), 'secret')
  const { stdout, exitCode } = await runLine(
    { ...place, sandbox: found },
    'cat ../secret.txt; (exec 3<>/dev/tcp/127.0.0.1/22) && echo open',
  )
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
})
