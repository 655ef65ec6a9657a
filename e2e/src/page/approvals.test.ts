// One approval in the page: what a person sees before answering, and that exactly what was shown, chosen or edited happens.
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, nothingWaits, rejectAll, untilReady } from '../world/browser/cards.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { converse } from '../world/clients/conversation.ts'
import { outputOf, sharedWorld } from '../world/shared-world.ts'

const PRINT = 'console.log(JSON.stringify(process.argv.slice(2)))\n'
const world = sharedWorld({
  files: { 'src/app.ts': 'export const answer = 42\n', 'print.mjs': PRINT, 'old.md': 'Gone soon.\n', 'from.md': 'stays\n' },
})
const browser = sharedBrowser()
const LONG = { timeout: PAGE_MILLISECONDS }
afterEach(() => rejectAll(world()))
const open = (more = {}) => openPage(browser(), world(), { hash: '#/approvals', ...more })

describe('a change of a file', () => {
  test('is asked with its sentence, risk, reasons, asker, time and coloured diff, and runs when approved', async () => {
    const asked = await world().agent.call('write_file', { path: 'src/app.ts', content: 'export const answer = 43\n' })
    const { page } = await open()
    const card = cardOf(page, 'Write src/app.ts')
    await card.getByText('Medium risk', { exact: true }).waitFor()
    await card.getByText('agent asks').waitFor()
    await card.getByRole('list', { name: 'Why this risk' }).getByText('Writes src/app.ts').waitFor()
    await expect.poll(() => card.getByRole('timer').textContent(), LONG).toMatch(/^[0-5]:\d\d$/)
    const diff = card.getByRole('region', { name: 'src/app.ts' })
    await diff.getByText('-export const answer = 42').waitFor()
    await diff.getByText('+export const answer = 43').waitFor()
    await diff.locator('.tok-keyword').first().waitFor()
    await buttonOf(card, 'Side by side').click()
    await eventually('two columns', async () => (await diff.locator('.grid-cols-2').count()) > 0)
    await buttonOf(card, 'Approve').click()
    await nothingWaits(page)
    await page.getByText('You approved: Write src/app.ts').waitFor()
    expect((await world().agent.end(asked.tool_id)).status).toBe('completed')
    expect(await world().workspace.read('src/app.ts')).toBe('export const answer = 43\n')
  })

  test('that makes, deletes or renames says so', async () => {
    const { page } = await open()
    const see = async (tool: string, params: object, name: string, words: string) => {
      await world().agent.call(tool, params)
      await cardOf(page, name).getByText(words).waitFor()
      await buttonOf(cardOf(page, name), 'Reject').click()
      await nothingWaits(page)
    }
    await see('write_file', { path: 'new/file.md', content: '# New\n' }, 'Write new/file.md', 'New file')
    await see('delete_file', { path: 'old.md' }, 'Delete old.md', 'Deleted')
    await see('move_file', { from: 'from.md', to: 'to.md' }, 'Move from.md to to.md', 'Renamed')
    expect(world().workspace.has('old.md')).toBe(true)
  })

  test('too long for an event is fetched whole before anybody can approve it', async () => {
    const { page } = await open()
    await page.getByText('Nothing is waiting for you.').waitFor()
    const held = Promise.withResolvers<void>()
    await page.route(/\/approvals\/[\w-]+(\?.*)?$/, async (route) => {
      await held.promise
      await route.continue()
    })
    const content = Array.from({ length: 3_000 }, (_, line) => `line ${line}\n`).join('')
    const asked = await world().agent.call('write_file', { path: 'long.md', content })
    const card = cardOf(page, 'Write long.md')
    await card.getByText('Loading the full request.').waitFor()
    await untilReady(buttonOf(card, 'Reject'))
    expect(await buttonOf(card, 'Approve').getAttribute('aria-disabled')).toBe('true')
    held.resolve()
    await card.getByText('+line 0').first().waitFor()
    // Only what is visible is drawn.
    expect(await card.locator('[data-kind]').count()).toBeLessThan(500)
    await buttonOf(card, 'Approve').click()
    await world().agent.end(asked.tool_id)
    expect(await world().workspace.read('long.md')).toBe(content)
  })
})

describe('a command', () => {
  test('is shown argument by argument, with folder, time, sandbox and network, and nothing in it can hide', async () => {
    const args = ['print.mjs', 'two words', '', 'a\u202eb\u200bc', '<img src=x onerror=alert(1)>', '⟨U+202E⟩']
    const asked = await world().agent.call('execute_command', { command: 'node', args, timeout: 45 })
    const { page } = await open()
    const card = cardOf(page, /^Run node/)
    const lines = card.getByRole('list', { name: 'Command, one argument per line' }).getByRole('listitem')
    await expect
      .poll(() => lines.allTextContents(), LONG)
      .toEqual([
        '$node',
        '1print.mjs',
        '2two words',
        '3(empty argument)',
        '4a⟨U+202E⟩b⟨U+200B⟩c',
        '5<img src=x onerror=alert(1)>',
        '6⟨U+27E8⟩U+202E⟩',
      ])
    const facts = card.getByRole('list', { name: 'How it runs' })
    for (const fact of ['Workspace folder', 'At most 45 s', 'In the sandbox', 'Without network']) await facts.getByText(fact).waitFor()
    expect(await page.locator('img').count()).toBe(0)
    await buttonOf(card, 'Approve').click()
    expect(JSON.parse(outputOf(await world().agent.end(asked.tool_id)))).toEqual(args.slice(1))
  })

  test('with the network says what that means', async () => {
    await world().agent.call('run_command', { command: 'npm install left-pad' })
    const { page } = await open()
    const card = cardOf(page, /npm install/)
    await card.getByRole('region', { name: 'Shell line' }).getByText('npm install left-pad').waitFor()
    await card.getByText('With network: the internet and services on this machine').waitFor()
    await buttonOf(card, 'Reject').click()
    await nothingWaits(page)
  })

  test('of hostile names in paths and diffs is shown harmless', async () => {
    const content = '<script>alert(1)</script>\n\u202egnp.exe\u2066\n'
    await world().agent.call('write_file', { path: 'a<b>"&.md', content })
    const { page } = await open()
    const card = cardOf(page, /a<b>/)
    await card.getByText('+<script>alert(1)</script>').waitFor()
    await card.getByText('⟨U+202E⟩').first().waitFor()
    await card.getByText('⟨U+2066⟩').first().waitFor()
    await buttonOf(card, 'Reject').click()
    await nothingWaits(page)
  })
})

describe('in another language', () => {
  test.each([
    [
      'ru-RU',
      'Записать',
      'Записывает tricky',
      'Только этот вызов',
      'Любая запись в файл проекта, средний риск',
      'Выполнить',
      'node выполняет код',
    ],
    ['zh-CN', '写入', '写入 tricky', '仅此次调用', '对工作区文件的每次写入，中风险', '运行', 'node 会运行代码'],
  ])(
    '%s: sentences of the server are said in it, with every word that counts as it was',
    async (locale, write, reason, once, covers, run, code) => {
      await world().agent.call('write_file', { path: 'tricky {{path}} $t(app.name) ﷽.md', content: 'x\n' })
      const { page } = await open({ locale })
      const card = cardOf(page, `${write} tricky {{path}} $t(app.name) ﷽.md`)
      await card.getByText(reason).first().waitFor()
      await card.getByRole('radio', { name: new RegExp(once) }).waitFor()
      await card.getByText(covers).waitFor()
      await rejectAll(world())
      await card.waitFor({ state: 'detached' })
      await world().agent.call('execute_command', { command: 'node', args: ['print.mjs', 'a\u202Eb'] })
      const command = cardOf(page, new RegExp(`^${run} node print.mjs`))
      await command.getByText(code).waitFor()
      await command.getByText('U+202E').first().waitFor()
      expect(await command.textContent()).not.toContain('\u202E')
      expect(await page.getByRole('main').textContent()).not.toMatch(/Writes|Only this call|whatever follows|runs code/)
    },
  )
})

describe('editing before approving', () => {
  test('gives a verdict as one types, and runs exactly what was edited', async () => {
    const asked = await world().agent.call('execute_command', { command: 'node', args: ['print.mjs', 'one'] })
    const { page } = await open()
    const card = cardOf(page, /^Run node/)
    await buttonOf(card, 'Edit').click()
    await card.getByText('Nothing is changed yet.').waitFor()
    const second = card.getByRole('textbox', { name: 'args 2' })
    await second.fill('ä "two"  words')
    await buttonOf(card, 'Add to args').click()
    await card.getByRole('textbox', { name: 'args 3' }).fill('-x')
    await card.getByRole('region', { name: 'Edit before approving' }).getByText('Medium risk', { exact: true }).waitFor()
    await buttonOf(card, 'Approve as edited').click()
    await nothingWaits(page)
    expect(JSON.parse(outputOf(await world().agent.end(asked.tool_id)))).toEqual(['ä "two"  words', '-x'])
  })

  test('tells what would be refused and what is no JSON, and lets neither pass', async () => {
    await world().agent.call('write_file', { path: 'edited.md', content: 'a\n' })
    const { page } = await open()
    const card = cardOf(page, 'Write edited.md')
    await buttonOf(card, 'Edit').click()
    await card.getByRole('textbox', { name: 'path', exact: true }).fill('../outside.md')
    await card.getByText('This would be refused.').waitFor()
    await untilReady(buttonOf(card, 'Reject'))
    expect(await buttonOf(card, 'Approve as edited').getAttribute('aria-disabled')).toBe('true')
    await buttonOf(card, 'As JSON').click()
    await card.getByRole('textbox', { name: 'As JSON' }).fill('{"path": ')
    await card.getByRole('alert').getByText('This is not valid JSON').waitFor()
    await untilReady(buttonOf(card, 'Reject'))
    expect(await buttonOf(card, 'Approve').getAttribute('aria-disabled')).toBe('true')
    await buttonOf(card, 'Discard changes').click()
    await buttonOf(card, 'Reject').click()
    await nothingWaits(page)
    expect(world().workspace.has('edited.md')).toBe(false)
  })

  test('of a file leads to a new question with a new preview', async () => {
    const asked = await world().agent.call('write_file', { path: 'again.md', content: 'from the agent\n' })
    const { page } = await open()
    const card = cardOf(page, 'Write again.md')
    await buttonOf(card, 'Edit').click()
    await card.getByRole('textbox', { name: 'content' }).fill('from the person\n')
    await card.getByText('You will be asked again, with a new preview').waitFor()
    await buttonOf(card, 'Approve as edited').click()
    await card.getByText('+from the person').waitFor()
    expect(world().workspace.has('again.md')).toBe(false)
    await buttonOf(card, 'Approve').click()
    await world().agent.end(asked.tool_id)
    expect(await world().workspace.read('again.md')).toBe('from the person\n')
  })
})

describe('an answer', () => {
  test('no: its reason reaches the agent', async () => {
    const asked = await world().agent.call('write_file', { path: 'no.md', content: 'x\n' })
    const { page } = await open()
    const card = cardOf(page, 'Write no.md')
    await card.getByRole('textbox', { name: /^Reason or comment/ }).fill('not in this folder')
    await buttonOf(card, 'Reject').click()
    await nothingWaits(page)
    const { status, error } = await world().agent.end(asked.tool_id)
    expect(status).toBe('rejected')
    expect(error).toContain('not in this folder')
  })

  test('with "stop here" ends the turn of the agent', async () => {
    const conversation = await converse(world())
    const turn = await conversation.send('write "x" to stopped.md')
    const { page } = await open()
    const card = cardOf(page, 'Write stopped.md')
    await card.getByRole('checkbox', { name: 'Stop here' }).check()
    await buttonOf(card, 'Reject').click()
    await nothingWaits(page)
    expect((await conversation.end(turn)).status).toBe('stopped')
  })

  test('for a class covers the next call, until the time that was chosen', async () => {
    const commit = (message: string) => world().agent.call('execute_command', { command: 'git', args: ['commit', '-m', message] })
    const asked = await commit('one')
    const { page } = await open()
    const card = cardOf(page, /^Run git commit/)
    await card.getByRole('radio', { name: /^git commit/ }).check()
    await card.getByRole('combobox', { name: 'Ends' }).selectOption('after 15 minutes')
    await buttonOf(card, 'Approve').click()
    await world().agent.end(asked.tool_id)
    const { grants } = await world().operator.get<{ grants: { class: string; cover_high: boolean; expires_at: string | null }[] }>(
      `/my/projects/${world().projectId}/grants`,
    )
    const grant = grants.find(({ class: name }) => name === 'execute_command:git commit')
    expect(grant).toMatchObject({ cover_high: false })
    expect(grant?.expires_at).toBeTruthy()
    expect((await commit('two')).approval_id).toBeNull()
  })

  test('for the session warns, and covers high risk only with the tick', async () => {
    const params = { path: 'session.sh', content: 'echo\n' }
    const call = await world().agent.call('write_file', params)
    const { page } = await open()
    const card = cardOf(page, 'Write session.sh')
    await card.getByRole('radio', { name: /^Every call in this session/ }).check()
    await card.getByText('The agent then writes and runs without asking.').waitFor()
    await card.getByText('This is a high-risk call').waitFor()
    await card.getByRole('checkbox', { name: 'Include high-risk calls' }).check()
    await buttonOf(card, 'Approve').click()
    await world().agent.end(call.tool_id)
    const next = await world().agent.call('write_file', { ...params, path: 'other.sh' }, { session_id: call.session_id })
    expect(next.approval_id).toBeNull()
  })
})
