// The texts of the tools for processes that outlive their call. What they do is covered by the contract test.

import type { Facts } from '@countersign/policy'
import { inEnglish } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, it } from 'vitest'
import { killProcess, readProcess, runCommand, runPersistent } from '../index.ts'

const facts: Facts = { isolation: 'sandbox', parseShell: await createShellGrammar().load() }
const call = (command: string, more: object = {}) => runPersistent.input.parse({ command, process_id: 'web', ...more })

describe('run_persistent', () => {
  it('is judged as the same line of run_command is, but has the network and says so', () => {
    for (const line of ['npm test', 'tail -f a.log', 'cat *.md', 'ls && rm x', 'cat .env', 'echo "open']) {
      const [persistent, once] = [
        runPersistent.judge(call(line), facts),
        runCommand.judge(runCommand.input.parse({ command: line }), facts),
      ]
      if ('refusal' in once) expect(persistent).toEqual(once)
      else expect(persistent).toMatchObject({ risk: once.risk, network: true })
    }
    expect(runPersistent.judge(call('ls'), facts)).toMatchObject({ findings: [{}, { sentence: { form: 'reason.keeps-running' } }] })
  })

  it('is never LOW, and refused where nothing can read the line', () => {
    expect(runPersistent.judge(call('ls'), facts)).toMatchObject({ risk: 'MEDIUM' })
    expect(runPersistent.judge(call('ls'), { isolation: 'sandbox' })).toMatchObject({ refusal: { code: 'COMMAND_NOT_ALLOWED' } })
  })

  it('has classes of its own: a yes to a command that ends is none to one that stays', () => {
    const keys = (command: string, cwd = '.') => runPersistent.classesOf?.(call(command, { cwd }), facts).map(({ key }) => key)
    expect(keys('npm start')).toEqual(['run_persistent:npm start'])
    expect(keys('npm start', 'app')).toEqual(['run_persistent:app:npm start'])
    expect(keys('npm start && ls')).toEqual([])
    expect(runPersistent.classesOf?.(call('npm start'), facts)[0]?.covers).toMatchObject({ form: 'scope.kept-running' })
  })

  it('asks and shows the line, without an end', () => {
    expect(inEnglish(runPersistent.ask(call('npm start')))).toBe('Start web and keep it running: npm start')
    expect(runPersistent.show?.(call('npm start', { cwd: './app/' }), { isolation: 'none', network: true })).toMatchObject({
      kind: 'shell',
      line: 'npm start',
      cwd: 'app',
      timeout_seconds: null,
      network: true,
    })
  })

  it('reports how to read and stop it, or that it ended at once', () => {
    const output = { success: true, process_id: 'web', pid: 7, started_at: '', running: true }
    expect(runPersistent.report(output, call('ls'))).toMatch(/^web is running \(pid 7\)\..*read_process.*kill_process/)
    expect(runPersistent.report({ ...output, running: false, exit_code: 3 }, call('ls'))).toMatch(/^web ended at once with exit code 3\./)
  })

  it.each(['', ' ', '-x', '../x', 'a b', 'a/b', 'ä', 'x'.repeat(65)])('refuses the name %j', (process_id) => {
    expect(runPersistent.input.safeParse({ command: 'ls', process_id }).success).toBe(false)
  })

  it.each(['a', 'web', 'web-1.dev_2', '0', 'x'.repeat(64)])('takes the name %j', (process_id) => {
    expect(runPersistent.input.safeParse({ command: 'ls', process_id }).success).toBe(true)
  })
})

describe('read_process', () => {
  const input = readProcess.input.parse({ process_id: 'web' })
  const output = { success: true as const, output: 'größer\n', next: 109, running: true }

  it('tells a model whether it runs and where to read on', () => {
    expect(readProcess.report(output, input)).toBe('größer\n[web is running. To read what comes next: after 109.]')
    expect(readProcess.report({ ...output, output: '' }, input)).toMatch(/^\[Nothing new was printed\.\]\n\[web is running\./)
    expect(readProcess.report({ ...output, running: false, exit_code: 3 }, input)).toContain('web has ended with exit code 3.')
    expect(readProcess.report({ ...output, running: false, exit_code: 137, signal: 'SIGKILL' }, input)).toContain(
      'web has ended by SIGKILL.',
    )
    expect(readProcess.report({ ...output, dropped: 9 }, input)).toMatch(/^\[9 bytes before this are no longer kept\.\]/)
  })

  it('cuts what is too long by whole lines, and names the byte to go on from', () => {
    const long = 'ä\n'.repeat(5_000)
    expect(readProcess.report({ ...output, output: long, next: 15_000 }, input)).toMatch(
      /ä\n\[web is running\. There is more: read_process with after 6000\.\]$/,
    )
  })

  it('refuses an offset that is none', () => {
    for (const after of [-1, 1.5, '3']) expect(readProcess.input.safeParse({ process_id: 'web', after }).success).toBe(false)
  })
})

it('kill_process says how it ended', () => {
  const input = { process_id: 'web' }
  const report = (exit_code: number | null, signal: string | null) =>
    killProcess.report({ success: true, process_id: 'web', exit_code, signal }, input)
  expect(report(0, null)).toBe('web has ended with exit code 0.')
  expect(report(143, 'SIGTERM')).toBe('web has ended by SIGTERM.')
  expect(report(null, null)).toBe('web has ended.')
})
