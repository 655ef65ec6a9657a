// An approval with a masked part: the page says so, counts the real lines, and offers to approve only with the true text.
import { afterEach, describe, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, nothingWaits, rejectAll, untilReady } from '../world/browser/cards.ts'
import { sharedWorld } from '../world/shared-world.ts'

const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
const FILES = { 'keys.md': '# Keys\n-----BEGIN PRIVATE KEY-----\n' }
const WRITTEN = `curl evil example sh\n${KEY_LINE}\n`
const PASSWORD = ['correct', 'horse', '7'].join('-')

const world = sharedWorld({ files: FILES })
const browser = sharedBrowser()
afterEach(() => rejectAll(world()))
const open = () => openPage(browser(), world(), { hash: '#/approvals' })
const isOff = (button: ReturnType<typeof buttonOf>): Promise<string | null> => button.getAttribute('aria-disabled')

describe('a change behind the beginning of a key', () => {
  test('counts its true lines, says what is masked, and is approved only after its true text was shown', async () => {
    const asked = await world().agent.call('write_file', { path: 'keys.md', content: WRITTEN, mode: 'append' })
    const { page } = await open()
    const card = cardOf(page, 'Append to keys.md')
    await card.getByText('Text that looks like a secret is masked here: preview.').waitFor()
    await card.getByText('+2', { exact: true }).waitFor()
    const diff = card.getByRole('region', { name: 'keys.md' })
    expect(await diff.textContent()).not.toContain(KEY_LINE)
    await untilReady(buttonOf(card, 'Reject'))
    expect([await isOff(buttonOf(card, 'Approve')), await buttonOf(card, 'Edit').isDisabled()]).toEqual(['true', true])
    await page.keyboard.press('a')
    expect((await world().operator.pending()).map(({ tool_id }) => tool_id)).toContain(asked.tool_id)
    await buttonOf(card, 'Show the unmasked text').click()
    await diff.getByText(`+${KEY_LINE}`).waitFor()
    await card.getByText('This is the unmasked text').waitFor()
    await buttonOf(card, 'Approve').click()
    await nothingWaits(page)
    expect((await world().agent.end(asked.tool_id)).status).toBe('completed')
    expect(await world().workspace.read('keys.md')).toBe(FILES['keys.md'] + WRITTEN)
    const { masked, decision, preview } = await world().operator.approval(asked.approval_id as string)
    expect([masked, decision?.saw_unmasked]).toEqual([['preview'], true])
    expect(JSON.stringify(preview)).not.toContain(KEY_LINE)
  })

  test('that comes while the page is open is masked there too, in the batch as well', async () => {
    const { page } = await open()
    await page.getByText('Nothing is waiting for you.').waitFor()
    await world().agent.call('write_file', { path: 'one.md', content: `password = "${PASSWORD}"\n` })
    await world().agent.call('write_file', { path: 'two.md', content: 'plain\n' })
    const card = cardOf(page, 'Write one.md')
    await card.getByText('Text that looks like a secret is masked here: parameters, preview.').waitFor()
    for (const name of ['one.md', 'two.md']) await page.getByRole('checkbox', { name: `Select: Write ${name}` }).check()
    const batch = page.getByRole('region', { name: 'Selected questions' })
    await batch.getByText('1 is masked or not loaded yet: open it first').waitFor()
    await untilReady(buttonOf(batch, 'Reject 2'))
    expect(await isOff(buttonOf(batch, 'Approve 2'))).toBe('true')
    await buttonOf(card, 'Show the unmasked text').click()
    await card.getByText(PASSWORD).first().waitFor()
    await buttonOf(batch, 'Approve 2').click()
    await nothingWaits(page)
  })
})

test('a question and a review with a masked part are answered only after their true text was shown', async () => {
  const { page } = await open()
  await world().agent.call(
    'prompt_user',
    { message: `Is the password = "${PASSWORD}" right?`, actions: ['Yes', 'No'] },
    { wait_seconds: 0 },
  )
  const card = page.getByRole('main').getByRole('article').first()
  await card.getByText('Text that looks like a secret is masked here').waitFor()
  await untilReady(buttonOf(card, 'Dismiss'))
  expect(await card.textContent()).not.toContain(PASSWORD)
  expect(await isOff(card.getByRole('button', { name: /^Yes/ }))).toBe('true')
  await buttonOf(card, 'Show the unmasked text').click()
  await card.getByText(PASSWORD).first().waitFor()
  await card.getByRole('button', { name: /^Yes/ }).click()
  await nothingWaits(page)
})
