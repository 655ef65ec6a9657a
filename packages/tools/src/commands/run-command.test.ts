import type { Facts } from '@countersign/policy'
import { inEnglish, sentence } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

const facts: Facts = { isolation: 'sandbox', parseShell: await createShellGrammar().load() }
const call = (command: string, cwd?: string) => runCommand.input.parse({ command, ...(cwd !== undefined && { cwd }) })
const classOf = (command: string, cwd?: string) => runCommand.classesOf?.(call(command, cwd), facts)[0]

describe('run_command', () => {
  it('refuses every line where nothing can read it', () => {
    expect(runCommand.judge(call('ls'), { isolation: 'sandbox' })).toMatchObject({ refusal: { code: 'COMMAND_NOT_ALLOWED' } })
    expect(runCommand.concerns(call('ls'), { isolation: 'sandbox' })).toEqual({ paths: [], commands: [[]], openCommands: [[]] })
    expect(runCommand.classesOf?.(call('ls'), { isolation: 'sandbox' })).toEqual([])
  })

  it('is never LOW, whatever the line', () => {
    expect(runCommand.judge(call('ls'), facts)).toMatchObject({ risk: 'MEDIUM' })
    expect(runCommand.judge(call('ls', 'src'), facts)).toMatchObject({ risk: 'MEDIUM' })
    expect(runCommand.judge(call('ls', '.ssh'), facts)).toMatchObject({ refusal: { code: 'SENSITIVE_FILE' } })
  })

  it('asks and shows the exact line', () => {
    const line = `git commit -m 'one\ntwo' && ls`
    expect(inEnglish(runCommand.ask(call(line)))).toBe(`Run: ${line}`)
    expect(runCommand.show?.(call(line, './src/'), { isolation: 'none', network: true })).toEqual({
      kind: 'shell',
      line,
      cwd: 'src',
      timeout_seconds: 30,
      isolation: 'none',
      network: true,
    })
  })

  it('gives rules its commands and files', () => {
    expect(runCommand.concerns(call('cat a.ts | wc -l', 'src'), facts)).toEqual({
      paths: ['src', 'src/a.ts'],
      commands: [
        ['cat', 'a.ts'],
        ['wc', '-l'],
      ],
      openCommands: [],
    })
  })

  it('is of a class only where it is one program whose words are known', () => {
    expect(classOf('git commit -m x')).toMatchObject({ key: 'run_command:git commit', label: sentence('text', { text: 'git commit' }) })
    expect(classOf('ls -la')).toMatchObject({ key: 'run_command:reading' })
    for (const line of [
      'npm test && ls',
      'npm test | wc',
      'npm test > a.txt',
      'A=1 npm test',
      'npm test $x',
      'npm run build',
      'npm test &',
    ])
      expect(classOf(line), line).toBeUndefined()
  })

  it('is of another class in another folder, where the same words run something else', () => {
    const found = classOf('npm test', './app/')
    expect(found).toMatchObject({ key: 'run_command:app:npm test' })
    expect(found && inEnglish(found.label)).toBe('npm test in app')
  })

  it('reports as a command does', () => {
    const output = { success: false, stdout: '', stderr: '', exit_code: 2, execution_time: 1, truncated: false, isolation: 'none' as const }
    expect(runCommand.report(output, call('ls'))).toBe('The line ended with exit code 2.')
  })

  it.each([{ command: '' }, { command: 'x'.repeat(10_001) }, { cwd: '' }, { cwd: 5 }, { timeout: 301 }])('refuses %j', (change) => {
    expect(runCommand.input.safeParse({ command: 'ls', ...change }).success).toBe(false)
  })
})
