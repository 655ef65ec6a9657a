// Nothing is English in the cards of a Russian and a Chinese conversation, each kind of result opened: not even a single word, except names,
// paths, code and what somebody else wrote.
import { truncate } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { latinWords } from '../world/browser/english-text.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { sharedWorld } from '../world/shared-world.ts'
import type { World } from '../world/world.ts'

const models = await prepareModels()
const PLANT = "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('.vscode')\nwriteFileSync('.vscode/tasks.json', '{}')\n"
const FILES = { 'plant.mjs': PLANT, 'a.txt': 'a\n', 'big.bin': '' }
const world = sharedWorld({ serve: models.serve, serverEnv: models.env, files: FILES })
const browser = sharedBrowser()

const PATCH = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n'
const QUESTION = { message: '12?', actions: ['left', 'right'] }

/** One call for each kind of result. */
const CALLS = [
  { name: 'read_file', arguments: { path: 'a.txt' } },
  { name: 'list_directory', arguments: { path: '.' } },
  { name: 'search_in_project', arguments: { query: '12' } },
  { name: 'read_file', arguments: { path: '.env' } },
  { name: 'execute_command', arguments: { command: 'ls', args: ['none.txt'] } },
  { name: 'execute_command', arguments: { command: 'node', args: ['plant.mjs'] } },
  { name: 'write_file', arguments: { path: 'new.md', content: 'x\n' } },
  { name: 'delete_file', arguments: { path: 'big.bin' } },
  { name: 'apply_patch', arguments: { diff: PATCH } },
  { name: 'prompt_user', arguments: QUESTION },
  { name: 'prompt_user', arguments: { ...QUESTION, message: '34?' } },
  { name: 'apply_patch_review', arguments: { diff: PATCH.replace('-a', '-b').replace('+b', '+a') } },
]

/** Approves what asks, and answers what is asked: the first question with a choice, all others without. */
async function answerAll({ operator, projectId }: World): Promise<void> {
  for (const { id, kind, preview } of await operator.pending()) {
    if (kind === 'approval') await operator.approve(id)
    else {
      const action = JSON.stringify(preview).includes('12?') ? 'left' : 'dismissed'
      await operator.post(`/my/projects/${projectId}/questions/${id}/answer`, { action })
    }
  }
}

test.each([
  { locale: 'ru', cut: /Ответ здесь обрывается/, note: '.vscode позже исполнилось бы', noUndo: 'Это нельзя отменить: он изменил байт: ' },
  { locale: 'zh', cut: /回答在此处中断/, note: '.vscode 之后会在沙箱之外被执行', noUndo: '无法撤销：' },
])('in $locale every kind of card is in that language', async ({ locale, cut, note, noUndo }) => {
  const { workspace } = world()
  await workspace.write('a.txt', 'a\n')
  await workspace.write('big.bin', '')
  await truncate(workspace.at('big.bin'), 257 * 1024 * 1024)
  await using _model = await models.start([...CALLS.map((call) => ({ calls: [call] })), { text: '42', finish: 'length' }])
  // So tall that no card is out of sight, and left out.
  const { page } = await openPage(browser(), world(), { locale, viewport: { width: 1280, height: 8_000 } })
  await page.getByRole('textbox').last().fill('1')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log')
  const isOver = async () => {
    await answerAll(world())
    return (await log.getByText(cut).count()) > 0
  }
  await expect.poll(isOver, { timeout: PAGE_MILLISECONDS }).toBe(true)
  const closed = log.getByRole('group').getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
  for (const text of [note, noUndo]) await log.getByText(text).first().waitFor()
  await expect.poll(() => latinWords(log), { timeout: PAGE_MILLISECONDS / 6 }).toEqual([])
})
