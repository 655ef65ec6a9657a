// Nothing is English in the Russian and the Chinese page: approvals, records, grants and refusals, the rare reasons of command
// options included. Names of programs, paths and code stay as they are.
import { afterEach, describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { rejectAll } from '../world/browser/cards.ts'
import { readView } from '../world/browser/english-text.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const FILES = { 'a.txt': 'a\n', 'print.mjs': 'console.log(1)\n', 'old.md': 'old\n', 'sub/x.md': 'x\n' }
const world = sharedWorld({ files: FILES })
const browser = sharedBrowser()

afterEach(async () => {
  const { operator, projectId } = world()
  await rejectAll(world())
  const { grants } = await operator.get<{ grants: { id: string; revoked_at: string | null }[] }>(`/my/projects/${projectId}/grants`)
  for (const { id } of grants.filter(({ revoked_at }) => revoked_at === null))
    await operator.delete(`/my/projects/${projectId}/grants/${id}`)
})

type Call = readonly [tool: string, params: object]
const PATCH = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n'

/** Each asks the operator, for another reason. */
const ASKED: readonly Call[] = [
  ['write_file', { path: 'new.md', content: 'x\n' }],
  ['write_file', { path: 'Makefile', content: 'all:\n' }],
  ['move_file', { from: 'a.txt', to: 'b.xyz' }],
  ['delete_file', { path: 'old.md' }],
  ['delete_file', { path: 'sub', recursive: true }],
  ['create_directory', { path: 'folder' }],
  ['apply_patch', { diff: PATCH }],
  ['execute_command', { command: 'node', args: ['--require', './print.mjs', 'print.mjs'] }],
  ['execute_command', { command: 'tar', args: ['--to-command=cat', '-xf', 'a.tar'] }],
  ['execute_command', { command: 'find', args: ['.', '-delete'] }],
  ['execute_command', { command: 'git', args: ['push', '--force'] }],
  ['execute_command', { command: 'git', args: ['clean', '-fd'] }],
  ['execute_command', { command: 'npm', args: ['install'] }],
  ['run_command', { command: 'cat a.txt | wc -l; echo $HOME *.md' }],
  ['apply_patch_review', { diff: PATCH }],
]

/** Each is refused, with another advice. */
const REFUSED: readonly Call[] = [
  ['execute_command', { command: 'rm', args: ['-rf', '.'] }],
  ['execute_command', { command: 'sudo', args: ['ls'] }],
  ['read_file', { path: '../x' }],
  ['read_file', { path: '.env' }],
  ['read_file', { path: 'missing.md' }],
  ['run_command', { command: 'f() { ls; }; f' }],
]

describe.each([
  { locale: 'ru', parameters: 'Все параметры', timeline: 'Что происходило', grant: 'Для agent' },
  { locale: 'zh', parameters: '全部参数', timeline: '经过', grant: '适用于 agent' },
])('in $locale nothing is English', ({ locale, parameters, timeline, grant }) => {
  test('on the cards of approvals', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/approvals', locale })
    for (const [tool, params] of ASKED) {
      const { approval_id, error } = await world().agent.call(tool, params)
      expect(approval_id, `${tool} ${JSON.stringify(params)}: ${error}`).not.toBeNull()
      await readView(page, `#/approvals/${approval_id}`, tool === 'apply_patch_review' ? /^@@/ : parameters)
      await rejectAll(world())
      await page.getByRole('main').getByRole('article').first().waitFor({ state: 'detached' })
    }
  })

  test('in records and grants', async () => {
    const { agent, operator } = world()
    const rejected = await agent.call('write_file', { path: 'unwanted.md', content: 'no\n' })
    await operator.reject(rejected.approval_id ?? '', 'не надо')
    const approved = await callAndApprove(world(), 'write_file', { path: `wanted-${locale}.md`, content: 'yes\n' }, { scope: 'class' })
    const granted = await agent.call('write_file', { path: `granted-${locale}.md`, content: 'yes\n' })
    const low = await agent.call('read_file', { path: 'print.mjs' })
    const { page } = await openPage(browser(), world(), { hash: '#/history', locale })
    for (const { tool_id } of [rejected, approved.view, granted, low]) await readView(page, `#/history/${tool_id}`, timeline)
    await readView(page, '#/grants', grant)
  })

  test('where a call is refused', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/history', locale })
    for (const [tool, params] of REFUSED) {
      const { tool_id, status, session_id } = await world().agent.call(tool, params)
      expect(status).toBe('failed')
      await readView(page, `#/history/${tool_id}`, timeline)
      await readView(page, `#/chat/${session_id}`, tool)
    }
  })
})
