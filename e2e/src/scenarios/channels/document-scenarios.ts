// What the source documents of the tools promise, step by step: files, commands and their guard, and both complete examples of the CodeLab
// protocol. Every channel runs all of it.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel, OpenChannel } from '../../world/channels/channel.ts'

const FILES = {
  'src/index.ts': 'export const answer = 42\n',
  'src/config.js': 'const config = { debug: false }\n',
  'package.json': '{"name":"sample","version":"1.0.0"}\n',
  'slow.mjs': "console.log('begun')\nsetTimeout(() => {}, 60_000)\n",
  'keep.txt': 'kept\n',
  '.env': 'TOKEN=1\n',
  'credentials.json': '{}\n',
}

const YES = { answer: { decision: 'approve' } } as const

export function documentScenarios(open: OpenChannel): void {
  let channel: Channel
  beforeAll(async () => {
    channel = await open(FILES)
  })
  afterAll(() => channel?.[Symbol.asyncDispose]())
  const at = { timeout: 90_000 }
  const call = (tool: string, args: Record<string, unknown>) => channel.call(tool, args)
  const approved = (tool: string, args: Record<string, unknown>) => channel.call(tool, args, YES)

  describe('reading a file', () => {
    test('gives its whole content as text', at, async () => {
      expect(await call('read_file', { path: 'src/index.ts' })).toMatchObject({
        result: { content: FILES['src/index.ts'], encoding: 'utf-8' },
      })
    })
    test('that is not there is an error that says so', at, async () => {
      const { error } = await call('read_file', { path: 'src/missing.ts' })
      expect(error).toMatchObject({ code: 'FILE_NOT_FOUND', message: expect.stringMatching(/^File not found/) })
    })
    test('outside the workspace is refused', at, async () => {
      expect((await call('read_file', { path: '../outside.txt' })).error?.code).toBe('PATH_OUTSIDE_WORKSPACE')
    })
  })

  describe('writing a file', () => {
    test('makes a new one with the content given, after a question that shows it', at, async () => {
      const { result, asked } = await approved('write_file', { path: 'new.md', content: '# New\n' })
      expect(result).toMatchObject({ success: true, created: true, bytes_written: 6 })
      expect(asked).toHaveLength(1)
      expect(asked[0]).toMatchObject({ args: { path: 'new.md', content: '# New\n' }, risk_level: 'MEDIUM', preview: { kind: 'diff' } })
      expect(await channel.workspace.read('new.md')).toBe('# New\n')
    })
    test('changes one that is there', at, async () => {
      await channel.workspace.write('old.md', 'old\n')
      expect((await approved('write_file', { path: 'old.md', content: 'new\n' })).result).toMatchObject({ created: false })
      expect(await channel.workspace.read('old.md')).toBe('new\n')
    })
    test('makes the folders it needs', at, async () => {
      await approved('write_file', { path: 'a/b/c.md', content: 'deep\n' })
      expect(await channel.workspace.read('a/b/c.md')).toBe('deep\n')
    })
    test('outside the workspace is refused and writes nothing', at, async () => {
      expect((await call('write_file', { path: '../escaped.md', content: 'x' })).error?.code).toBe('PATH_OUTSIDE_WORKSPACE')
      expect(channel.workspace.has('../escaped.md')).toBe(false)
    })
    test('that the operator rejects writes nothing and says why', at, async () => {
      const answer = { decision: 'reject', feedback: 'not now' } as const
      const { error } = await channel.call('write_file', { path: 'rejected.md', content: 'x' }, { answer })
      expect(error).toMatchObject({ code: 'APPROVAL_DENIED', message: expect.stringContaining('not now') })
      expect(channel.workspace.has('rejected.md')).toBe(false)
    })
  })

  describe('a command', () => {
    test('that is allowed runs in the workspace and gives its output', at, async () => {
      expect((await approved('execute_command', { command: 'ls' })).result?.stdout).toContain('package.json')
    })
    test('npm install runs there and gives its log', at, async () => {
      const { result } = await approved('execute_command', { command: 'npm', args: ['install', '--offline'], timeout: 60 })
      expect(result).toMatchObject({ exit_code: 0, stdout: expect.stringContaining('up to date') })
    })
    test('that is forbidden is refused and does nothing', at, async () => {
      expect((await call('execute_command', { command: 'rm', args: ['keep.txt'] })).error).toMatchObject({
        code: 'COMMAND_NOT_ALLOWED',
        message: 'Command not allowed: rm',
      })
      expect(channel.workspace.has('keep.txt')).toBe(true)
    })
    test('that takes too long is ended', at, async () => {
      const { error } = await approved('execute_command', { command: 'node', args: ['slow.mjs'], timeout: 1 })
      expect(error?.code).toBe('TIMEOUT')
    })
  })

  describe('the guard', () => {
    test.each(['read_file', 'write_file', 'list_directory'])('checks every path of %s', at, async (tool) => {
      const more = tool === 'write_file' ? { content: 'x' } : {}
      for (const path of ['../x', 'src/../../x', '/etc/passwd'])
        expect((await call(tool, { path, ...more })).error?.code, path).toBe('PATH_OUTSIDE_WORKSPACE')
    })
    test('knows which commands are allowed', at, async () => {
      for (const command of ['curl', 'sudo', 'bash', './script.sh'])
        expect((await call('execute_command', { command })).error?.code, command).toBe('COMMAND_NOT_ALLOWED')
    })
    test('leaves sensitive files alone', at, async () => {
      for (const path of ['.env', 'credentials.json']) {
        expect((await call('read_file', { path })).error?.code).toBe('SENSITIVE_FILE')
        expect((await call('write_file', { path, content: 'x' })).error?.code).toBe('SENSITIVE_FILE')
      }
    })
  })

  describe('the complete examples', () => {
    test('a file is read, and changed with approval', at, async () => {
      const { result } = await call('read_file', { path: 'src/config.js' })
      const content = String(result?.content).replace('false', 'true')
      const written = await channel.call('write_file', { path: 'src/config.js', content }, { ...YES, requires_approval: true })
      expect(written.result).toMatchObject({ success: true, bytes_written: content.length })
      expect(await channel.workspace.read('src/config.js')).toBe('const config = { debug: true }\n')
    })

    test('a diff is taken, reviewed by hunk, and the selection applied without a second question', at, async () => {
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`)
      const before = `${lines.join('\n')}\n`
      const after = before.replace('line 2\n', 'line two\n').replace('line 38\n', 'line thirty-eight\n')
      await channel.workspace.write('text.md', before)
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: channel.workspace.path })
      git('init', '-q')
      git('add', 'text.md')
      git('commit', '-q', '-m', 'begin')
      await channel.workspace.write('text.md', after)
      const { result: taken } = await call('git.diff', { path: '.' })
      expect(taken?.diff).toContain('+line thirty-eight')
      await channel.workspace.write('text.md', before)
      const choice = { action: 'apply', chunks_selected: [2] }
      const answer = { decision: 'approve', modified_arguments: choice } as const
      const reviewed = await channel.call('apply_patch_review', { diff: taken?.diff, message: 'Review your changes' }, { answer })
      expect(reviewed.result).toMatchObject({ action: 'apply', chunks_selected: [2], chunks_total: 2 })
      const applied = await call('apply_patch', { diff: reviewed.result?.filtered_diff })
      expect(applied.result).toMatchObject({ success: true, files_modified: ['text.md'] })
      expect(await channel.workspace.read('text.md')).toBe(before.replace('line 38\n', 'line thirty-eight\n'))
    })
  })
}
