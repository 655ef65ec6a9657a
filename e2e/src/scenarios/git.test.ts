// The git tools: reading is LOW and structured, commits and branches need approval, and no secret is shown or committed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { beforeAll, expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ files: { '.env': 'TOKEN=first\n', 'notes.md': 'one\n', 'large.txt': '' } })

const git = (...args: string[]): string => execFileSync('git', args, { cwd: world().workspace.path, encoding: 'utf8' }).trimEnd()
const call = async (tool: string, params: object = {}) => world().agent.call(tool, params)

beforeAll(async () => {
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  git('add', '--all', '--force')
  git('commit', '--quiet', '-m', 'The first', '-m', 'with password=hunter2hunter2')
})

scenario(
  'an agent searches and reads status, diff and log, and nobody is asked',
  { verifies: ['tools.git-reading', 'tools.no-dot', 'risk.low.search-and-git'] },
  async () => {
    await world().workspace.write('notes.md', 'one\ntwo\n')
    const status = await call('git.status')
    expect(status).toMatchObject({ status: 'completed', result: { branch: 'main', left_out: [] } })
    expect(status.result).toMatchObject({ entries: [{ path: 'notes.md', state: 'changed', staged: null, unstaged: 'modified' }] })
    const diff = await call('git_diff', { path: '.' })
    expect(diff).toMatchObject({ tool_name: 'git.diff', status: 'completed', result: { diff: `${git('diff')}\n` } })
    const log = await call('git.log', { limit: 1 })
    expect(log.result).toMatchObject({ commits: [{ commit: git('rev-parse', 'HEAD'), author: 'Ada', subject: 'The first' }] })
    expect(JSON.stringify(log.result)).not.toContain('hunter2')
    const search = await call('search_in_project', { query: 'two' })
    for (const { tool_id } of [status, diff, log, search]) {
      expect(await world().agent.see(tool_id)).toMatchObject({ risk_level: 'LOW', requires_approval: false })
    }
    git('checkout', '--quiet', '--', 'notes.md')
  },
)

scenario('a sensitive file is shown by no git tool', { verifies: ['paths.sensitive-git'] }, async () => {
  await world().workspace.write('.env', 'TOKEN=second\n')
  for (const params of [{ path: '.' }, { path: '.', staged: true }]) {
    expect(JSON.stringify((await call('git.diff', params)).result)).not.toContain('TOKEN')
  }
  expect((await call('git.diff', { path: '.' })).result).toMatchObject({ diff: '', left_out: ['.env'] })
  expect(await call('git.diff', { path: '.env' })).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
  const shown = await call('execute_command', { command: 'git', args: ['show', 'HEAD:.env'] })
  expect(shown).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
  expect(await call('git.commit', { message: 'x', paths: ['.'] })).toMatchObject({ status: 'failed', error_code: 'GIT_ERROR' })
  git('checkout', '--quiet', '--', '.env')
})

scenario('a commit is shown, asked and made as the operator, without hooks', { verifies: ['tools.git-commit'] }, async () => {
  await world().workspace.write('notes.md', 'one\nthree\n')
  await world().workspace.write('.git/hooks/pre-commit', '#!/bin/sh\ntouch hooked\n')
  execFileSync('chmod', ['+x', world().workspace.at('.git/hooks/pre-commit')])
  const { approval, view } = await callAndApprove(world(), 'git.commit', { message: 'Add three', paths: ['notes.md'] })
  expect(approval).toMatchObject({ risk_level: 'MEDIUM', description: 'Commit notes.md: Add three' })
  expect(approval.preview).toMatchObject({ kind: 'text', text: expect.stringMatching(/as Ada <ada@example.com>.*pre-commit.*\+three/s) })
  expect(view).toMatchObject({ status: 'completed', result: { success: true, files: [{ path: 'notes.md', change: 'modified' }] } })
  expect((view.result as { commit: string }).commit).toBe(git('rev-parse', 'HEAD'))
  expect(git('log', '-1', '--format=%an %s')).toBe('Ada Add three')
  expect(existsSync(world().workspace.at('hooked'))).toBe(false)
})

scenario('what changed after it was shown is not committed', { verifies: ['tools.git-commit'] }, async () => {
  const before = git('rev-parse', 'HEAD')
  await world().workspace.write('notes.md', 'shown\n')
  const asked = await call('git.commit', { message: 'x', paths: ['notes.md'] })
  await world().workspace.write('notes.md', 'not shown\n')
  await world().operator.approve(asked.approval_id as string)
  expect(await world().agent.end(asked.tool_id)).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
  expect(git('rev-parse', 'HEAD')).toBe(before)
  git('checkout', '--quiet', '--', 'notes.md')
})

scenario('branches are listed unasked, made and left with a question', { verifies: ['tools.git-branch'] }, async () => {
  const list = await call('git.branch', { action: 'list' })
  expect(list).toMatchObject({ status: 'completed', result: { current: 'main', branches: [{ name: 'main' }] } })
  expect(await world().agent.see(list.tool_id)).toMatchObject({ risk_level: 'LOW' })
  const made = await callAndApprove(world(), 'git.branch', { action: 'create', name: 'feature/x' })
  expect(made.approval).toMatchObject({ risk_level: 'MEDIUM' })
  const switched = await callAndApprove(world(), 'git.branch', { action: 'switch', name: 'feature/x' })
  expect(switched.approval).toMatchObject({ risk_level: 'MEDIUM', description: expect.stringContaining('changes files') })
  expect(git('branch', '--show-current')).toBe('feature/x')
  await callAndApprove(world(), 'git.branch', { action: 'switch', name: 'main' })
  const deleted = await callAndApprove(world(), 'git.branch', { action: 'delete', name: 'feature/x' })
  expect(deleted.approval).toMatchObject({ risk_level: 'HIGH' })
  expect(deleted.view).toMatchObject({ status: 'completed', result: { branches: [{ name: 'main' }] } })
  expect(await call('git.branch', { action: 'create', name: '-d' })).toMatchObject({ status: 'failed', error_code: 'INVALID_ARGUMENTS' })
})

scenario('a diff has at most 5 MB', { verifies: ['limits.diff'] }, async () => {
  const limit = 5 * 1024 * 1024
  const line = `${'x'.repeat(1023)}\n`
  await world().workspace.write('large.txt', line.repeat(5_000))
  const below = await call('git.diff', { path: 'large.txt' })
  expect(below).toMatchObject({ status: 'completed' })
  await world().workspace.write('large.txt', line.repeat(limit / line.length))
  const above = await call('git.diff', { path: 'large.txt' })
  expect(above).toMatchObject({ status: 'failed', error_code: 'FILE_TOO_LARGE', error: expect.stringContaining('one file or folder') })
  git('checkout', '--quiet', '--', 'large.txt')
})
