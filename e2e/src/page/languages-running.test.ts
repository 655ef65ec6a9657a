// A call that fails while it is previewed or run says why in the language of the page, in its record and in the conversation.
import { describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { readView } from '../world/browser/english-text.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const FILES = {
  'a.txt': 'a\n',
  'sub/x.md': 'x\n',
  'repository/.git/HEAD': 'ref: refs/heads/main\n',
  'repository/.git/index': 'this is not an index of git',
}
const world = sharedWorld({ files: FILES })
const browser = sharedBrowser()

const patch = (line: string) => `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-${line}\n+b\n`

interface Case {
  readonly tool: string
  readonly params: object
  readonly ru: string
  readonly zh: string
}

/** Each fails on the runner: while it runs, or while its preview is made. */
const FAILING: readonly Case[] = [
  { tool: 'read_file', params: { path: 'missing.md' }, ru: 'Файл не найден: missing.md', zh: '找不到文件：missing.md' },
  { tool: 'read_file', params: { path: 'sub' }, ru: 'Недопустимый путь: sub (это папка)', zh: '路径无效：sub（这是文件夹）' },
  {
    tool: 'apply_patch',
    params: { diff: patch('zebra crossing ahead') },
    ru: 'Патч не применяется: a.txt: фрагмент 1 не подходит. Строка 1 должна быть «zebra crossing ahead», а она «a».',
    zh: '补丁无法应用：a.txt：片段 1 不匹配。第 1 行应为“zebra crossing ahead”，实际是“a”。',
  },
  {
    tool: 'apply_patch',
    params: { diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1 @@\n-a' },
    ru: 'во фрагменте меньше строк, чем сказано в заголовке, и он обрывается вместе с текстом',
    zh: '片段的行数少于其头部所写，并且 diff 在其中间结束',
  },
  { tool: 'git.status', params: { path: '.' }, ru: 'здесь у проекта нет своего репозитория', zh: '工作区在这里没有自己的仓库' },
  { tool: 'git.diff', params: { path: 'repository' }, ru: 'Ошибка git: «', zh: 'git 出错：“' },
]

describe.each(['ru', 'zh'] as const)('in %s', (locale) => {
  test.each(FAILING)('the failure of $tool $params is said', async ({ tool, params, ...said }) => {
    const { page } = await openPage(browser(), world(), { hash: '#/history', locale })
    const called = await world().agent.call(tool, params)
    const { tool_id, session_id } = called
    const { status, error_form } = await world().agent.end(tool_id)
    expect({ status, error_form }).toEqual({ status: 'failed', error_form: expect.anything() })
    await readView(page, `#/history/${tool_id}`, said[locale])
    await readView(page, `#/chat/${session_id}`, said[locale])
  })

  test('the failure of a call that was approved is said', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/history', locale })
    const { view } = await callAndApprove(world(), 'delete_file', { path: 'sub' })
    expect(view).toMatchObject({ status: 'failed', error_code: 'INVALID_PATH' })
    await readView(page, `#/history/${view.tool_id}`, locale === 'ru' ? 'это непустая папка' : '这是非空文件夹')
  })
})
