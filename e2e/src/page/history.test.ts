// The history in the page: filtered, read in full, undone, exported as a file, and verified against its chain.
import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { PAGE_MILLISECONDS } from '../world/browser/chromium.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
/** Without a runner: for many calls that are refused at once, and for a database that a test damages. */
const bare = sharedWorld({ runner: 'none' })
const browser = sharedBrowser()

const listOf = (page: Page) => page.getByRole('region', { name: 'Calls', exact: true })
const recordOf = (page: Page) => page.getByRole('region', { name: 'Record of the call' })
const choose = (page: Page, label: string, option: string) => page.getByRole('combobox', { name: label }).selectOption(option)

async function fill(): Promise<void> {
  const { agent, operator } = world()
  await agent.call('read_file', { path: 'README.md' })
  await agent.call('list_directory', { path: 'src' })
  await agent.call('execute_command', { command: 'rm', args: ['-rf', '.'] })
  const asked = await agent.call('write_file', { path: 'unwanted.md', content: 'no\n' })
  await operator.reject(asked.approval_id ?? '', 'not in this folder')
  await callAndApprove(world(), 'write_file', { path: 'wanted.md', content: 'yes\n' }, { comment: 'fine with me' })
}

describe('the list', () => {
  test('says what will be here before anything has happened', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/history' })
    await page.getByText('No agent has called a tool yet.').waitFor()
  })

  test('fills by itself, and shows what matches the filters only', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/history' })
    await page.getByText('No agent has called a tool yet.').waitFor()
    await fill()
    const list = listOf(page)
    await list.getByRole('link').nth(4).waitFor()
    await choose(page, 'Tool', 'write_file')
    await expect.poll(() => list.getByRole('link').count(), { timeout: PAGE_MILLISECONDS }).toBe(2)
    await choose(page, 'Status', 'Rejected')
    await expect.poll(() => list.getByRole('link').count(), { timeout: PAGE_MILLISECONDS }).toBe(1)
    await list.getByText('unwanted.md').waitFor()
    await page.reload()
    await expect.poll(() => list.getByRole('link').count(), { timeout: PAGE_MILLISECONDS }).toBe(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await list.getByRole('link').nth(4).waitFor()
    await choose(page, 'Risk', 'Low risk')
    await list.getByText('unwanted.md').waitFor({ state: 'detached' })
    await list.getByText('README.md').waitFor()
    await choose(page, 'Risk', 'Any risk')
    await page.getByRole('searchbox').fill('UNWANTED')
    await expect.poll(() => list.getByRole('link').count(), { timeout: PAGE_MILLISECONDS }).toBe(1)
    await page.getByRole('searchbox').fill('nothing has this text')
    await page.getByText('No call matches these filters.').waitFor()
    await page.getByRole('main').getByText('Remove some of them').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await choose(page, 'Time', 'From … to …')
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00')
    await page.getByText('No call matches these filters.').waitFor()
    await choose(page, 'Time', 'Last hour')
    await list.getByRole('link').nth(4).waitFor()
  })

  test('shows the person’s own calls only where they are wanted', async () => {
    const { operator, projectId } = world()
    await operator.post('/my/tools/execute', { tool_name: 'read_file', tool_params: { path: 'config.json' }, project_id: projectId })
    const { page } = await openPage(browser(), world(), { hash: '#/history' })
    await listOf(page).getByText('README.md').waitFor()
    expect(await listOf(page).getByText('config.json').count()).toBe(0)
    await choose(page, 'Who called', 'Me, from this page')
    await listOf(page).getByText('config.json').waitFor()
    expect(await listOf(page).getByText('README.md').count()).toBe(0)
    await choose(page, 'Who called', await agentName(page))
    await listOf(page).getByText('README.md').waitFor()
  })

  test('is read page by page, and only a part of it is in the page', async () => {
    for (let number = 1; number <= 260; number += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          bare().agent.call('execute_command', { command: 'rm', args: [`file-${number + index}.txt`] }),
        ),
      )
    const { page } = await openPage(browser(), bare(), { hash: '#/history' })
    const list = listOf(page)
    await list.getByRole('link').first().waitFor()
    await list.getByRole('link').first().hover()
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 4_000)
          return list.getByText(/file-1\.txt/).count()
        },
        { timeout: PAGE_MILLISECONDS },
      )
      .toBe(1)
    expect(await list.getByRole('link').count()).toBeLessThan(100)
  })
})

/** The name of the world's agent, as the filter offers it. */
const agentName = async (page: Page): Promise<string> => {
  const names = await page.getByRole('combobox', { name: 'Who called' }).getByRole('option').allTextContents()
  return names.find((name) => !['All agents', 'Me, from this page', 'Agents and me'].includes(name)) ?? 'no agent'
}

describe('the record of a call', () => {
  test('has parameters, the preview that was approved, the result, why, what happened, and digests', async () => {
    const { view, approval } = await callAndApprove(
      world(),
      'write_file',
      { path: 'full.md', content: 'all of it\n' },
      { comment: 'as agreed' },
    )
    const { page } = await openPage(browser(), world(), { hash: '#/history' })
    await listOf(page)
      .getByRole('link', { name: /full\.md/ })
      .click()
    const record = recordOf(page)
    await record.getByRole('heading', { name: approval.description }).waitFor()
    await record.getByText('You approved it. You wrote: “as agreed”').waitFor()
    await record.getByRole('region', { name: 'Parameters' }).first().getByText('all of it').waitFor()
    await record.getByRole('region', { name: 'What was shown and approved' }).getByText('+all of it').waitFor()
    await record.getByRole('region', { name: 'Result' }).first().getByText('"bytes_written": 10').waitFor()
    const steps = record.getByRole('region', { name: 'What happened' })
    for (const words of ['The runner was asked', 'You were asked', 'Answer: approved', 'Sent to the runner', 'The result arrived'])
      await steps.getByText(words).first().waitFor()
    await record.getByRole('region', { name: 'Digests' }).getByText(view.call_digest).first().waitFor()
    await steps.getByText('You were asked').click()
    await steps.getByText(/^\d+ · tool\.approval_request$/).waitFor()
  })

  test('says in one sentence why it ran without asking, or did not run', async () => {
    const { agent, operator } = world()
    const low = await agent.call('read_file', { path: 'README.md' })
    const refused = await agent.call('execute_command', { command: 'curl', args: ['http://a.example'] })
    const asked = await agent.call('write_file', { path: 'x.md', content: 'x\n' })
    await operator.reject(asked.approval_id ?? '', 'too early')
    const { page } = await openPage(browser(), world(), {
      hash: `#/history/${low.tool_id}`,
      expectedErrors: /400 \(Bad Request\).*nonsense/,
    })
    await recordOf(page).getByText('It ran without asking, because its risk is low.').waitFor()
    await page.goto(`${world().url}/#/history/${refused.tool_id}`)
    await recordOf(page)
      .getByText(/It never ran: Command not allowed: curl/)
      .waitFor()
    await page.goto(`${world().url}/#/history/${asked.tool_id}`)
    await recordOf(page).getByText('You rejected it. You wrote: “too early”').waitFor()
    await page.goto(`${world().url}/#/history/nonsense`)
    await page.getByText('There is no such call.').waitFor()
  })

  test('shows what a command printed', async () => {
    await world().workspace.write('print.mjs', "console.log('one')\nconsole.error('two')\n")
    const { view } = await callAndApprove(world(), 'execute_command', { command: 'node', args: ['print.mjs'] })
    const { page } = await openPage(browser(), world(), { hash: `#/history/${view.tool_id}` })
    await recordOf(page).getByText('Output, as it was printed').click()
    await recordOf(page).getByRole('region', { name: 'Output of execute_command' }).getByText('two').waitFor()
  })

  test('is reached by keyboard alone', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/history' })
    await listOf(page).getByRole('link').first().waitFor()
    await page.keyboard.press('j')
    const title = recordOf(page).getByRole('heading', { level: 2 })
    const first = await title.textContent()
    await page.keyboard.press('j')
    await expect.poll(() => title.textContent(), { timeout: PAGE_MILLISECONDS }).not.toBe(first)
    await page.keyboard.press('k')
    await expect.poll(() => title.textContent(), { timeout: PAGE_MILLISECONDS }).toBe(first)
    await page.keyboard.press('/')
    await page.keyboard.type('wanted.md')
    await expect.poll(() => listOf(page).getByRole('link').count(), { timeout: PAGE_MILLISECONDS }).toBe(2)
  })

  test('is one at a time on a phone', async () => {
    const { page } = await openPage(browser(), world(), { hash: '#/history', viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: 'Filters' }).click()
    await choose(page, 'Tool', 'list_directory')
    await page.getByRole('button', { name: '1 filter' }).waitFor()
    await listOf(page).getByRole('link').first().click()
    await recordOf(page).getByRole('heading', { level: 2 }).waitFor()
    expect(await listOf(page).isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('link', { name: 'All calls' }).click()
    await page.getByRole('button', { name: '1 filter' }).waitFor()
    await expect.poll(() => listOf(page).getByRole('link').count(), { timeout: PAGE_MILLISECONDS }).toBe(1)
  })
})

describe('undo', () => {
  test('puts the file back after a question, and the record says so', async () => {
    await world().workspace.write('keep.md', 'before\n')
    const { view } = await callAndApprove(world(), 'write_file', { path: 'keep.md', content: 'after\n' })
    const { page } = await openPage(browser(), world(), { hash: `#/history/${view.tool_id}` })
    await recordOf(page).getByRole('button', { name: 'Undo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo this call?' })
    expect(await world().workspace.read('keep.md')).toBe('after\n')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await recordOf(page).getByRole('link', { name: 'Record of the undo' }).waitFor()
    expect(await world().workspace.read('keep.md')).toBe('before\n')
    expect(await recordOf(page).getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await recordOf(page).getByRole('link', { name: 'Record of the undo' }).click()
    await recordOf(page).getByText('You made this call yourself.').waitFor()
  })

  test('touches nothing where the file was changed since, and says what to do', async () => {
    const { view } = await callAndApprove(world(), 'write_file', { path: 'moved-on.md', content: 'mine\n' })
    await world().workspace.write('moved-on.md', 'somebody else wrote this\n')
    const { page } = await openPage(browser(), world(), { hash: `#/history/${view.tool_id}` })
    await recordOf(page).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    const conflict = recordOf(page).getByRole('alert')
    await conflict.getByText('Nothing was restored: the file was changed after this call.').waitFor()
    await conflict.getByText('Undo the later calls first').waitFor()
    expect(await world().workspace.read('moved-on.md')).toBe('somebody else wrote this\n')
  })
})

describe('the whole history', () => {
  test.each(['JSON', 'CSV'])('is taken out as %s with the filters that are on', async (format) => {
    const { page } = await openPage(browser(), world(), { hash: '#/history/all/tool=write_file&status=rejected' })
    await listOf(page).getByText('unwanted.md').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format }).click()])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^countersign-history-.*\\.${format.toLowerCase()}$`))
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain('unwanted.md')
    expect(text).not.toContain('README.md')
    const count = format === 'JSON' ? (JSON.parse(text) as unknown[]).length : text.trim().split('\r\n').length - 1
    expect(count).toBe(await listOf(page).getByRole('link').count())
  })

  test('is held against its chain: whole, and after a change in the database not', async () => {
    await bare().agent.call('execute_command', { command: 'rm', args: ['a'] })
    const { page } = await openPage(browser(), bare(), { hash: '#/history' })
    await page.getByRole('button', { name: 'Verify' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is the record unchanged?' })
    await dialog.getByText('Yes. The record is complete and unchanged.').waitFor()
    await dialog.getByText(/\d+ entr(y|ies) checked\./).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    changeOneRow(bare().data.path)
    await page.getByRole('button', { name: 'Verify' }).click()
    await dialog.getByText('No. The record was changed, or a part of it is missing.').waitFor()
    await dialog.getByText('The first entry that does not match is 1.').waitFor()
    await dialog.getByText('Keep a copy of the data folder').waitFor()
  })
})

function changeOneRow(data: string): void {
  const database = new DatabaseSync(`${data}/countersign.sqlite`, { timeout: 30_000 })
  database.exec("UPDATE events SET payload = '{}' WHERE seq = 1")
  database.close()
}
