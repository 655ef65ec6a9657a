// Grants in the page: what each covers and has allowed, how long it lasts, and revoking one.
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser/browser.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const browser = sharedBrowser()

test('without a grant the page says how one comes about', async () => {
  const { page } = await openPage(browser(), world(), { hash: '#/grants' })
  await page.getByText('No grant is in force').waitFor()
  await page.getByText('choose a wider scope').waitFor()
})

test('a grant shows what it covers and has allowed, and is revoked after a question', async () => {
  const { agent, operator, projectId } = world()
  const { page } = await openPage(browser(), world(), { hash: '#/grants' })
  await page.getByText('No grant is in force').waitFor()
  const { approval } = await callAndApprove(
    world(),
    'write_file',
    { path: 'a.md', content: 'a\n' },
    { scope: 'class', grant_seconds: 3_600 },
  )
  const covers = approval.scopes.find(({ scope }) => scope === 'class')?.covers ?? 'no class was offered'
  const card = page.getByRole('region', { name: 'In force' }).getByRole('article', { name: covers })
  await card.getByText(/left$/).waitFor()
  await card.getByText('Calls of one kind').waitFor()
  await card.getByText('For ').waitFor()
  expect(await agent.call('write_file', { path: 'b.md', content: 'b\n' })).toMatchObject({ status: 'completed' })
  await card.getByText(/Allowed 1 call/).click()
  await card.getByRole('link', { name: /b\.md/ }).waitFor()

  await card.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this grant?' })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await agent.call('write_file', { path: 'c.md', content: 'c\n' })).toMatchObject({ status: 'completed' })
  await card.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('region', { name: 'No longer in force' }).getByRole('article', { name: covers }).getByText('Revoked').waitFor()
  await page.getByText('No grant is in force').waitFor()
  const asked = await agent.call('write_file', { path: 'd.md', content: 'd\n' })
  expect(asked).toMatchObject({ status: 'awaiting_approval' })
  await operator.post(`/my/projects/${projectId}/approvals/${asked.approval_id}/reject`, {})
})

test('a grant that is revoked elsewhere leaves the list by itself', async () => {
  const { operator, projectId } = world()
  await callAndApprove(world(), 'create_directory', { path: 'folder' }, { scope: 'class', grant_seconds: 3_600 })
  const { page } = await openPage(browser(), world(), { hash: '#/grants', locale: 'ru' })
  const active = page.getByRole('region', { name: 'Действуют', exact: true })
  await active.getByText(/^Осталось/).waitFor()
  const { grants } = await operator.get<{ grants: { id: string; revoked_at: string | null }[] }>(`/my/projects/${projectId}/grants`)
  for (const { id } of grants.filter(({ revoked_at }) => revoked_at === null))
    await operator.delete(`/my/projects/${projectId}/grants/${id}`)
  await active.waitFor({ state: 'detached' })
})

test('a lasting answer shows what it would have matched, and is listed for the project', async () => {
  const { agent } = world()
  await callAndApprove(world(), 'write_file', { path: 'notes/a.md', content: 'a\n' }, {})
  const { page } = await openPage(browser(), world(), { hash: '#/approvals' })
  const asked = await agent.call('write_file', { path: 'notes/b.md', content: 'b\n' })
  await page.getByRole('radio', { name: /Always in this project: Changes under notes\// }).check()
  await page.getByRole('list', { name: 'The latest of these calls' }).getByText('Write notes/a.md').waitFor()
  await page.getByRole('combobox', { name: 'Ends' }).selectOption('7')
  await page.getByRole('combobox', { name: 'For', exact: true }).selectOption('every')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'completed' })
  expect(await agent.call('write_file', { path: 'notes/c.md', content: 'c\n' })).toMatchObject({ status: 'completed' })
  await page.goto(`${page.url().split('#')[0]}#/grants`)
  const card = page.getByRole('region', { name: 'In force' }).getByRole('article', { name: /files under notes\// })
  await card.getByText('For every agent').waitFor()
  await card.getByText('Last used').waitFor()
})

test('a rejection for good refuses the next such call, and the grant says so', async () => {
  const { agent } = world()
  const { page } = await openPage(browser(), world(), { hash: '#/approvals' })
  const asked = await agent.call('write_file', { path: 'law/a.md', content: 'a\n' })
  await page.getByLabel('A rejection covers').selectOption({ label: 'never in this project: Changes under law/' })
  await page.getByRole('button', { name: 'Reject for good' }).click()
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'rejected' })
  expect(await agent.call('write_file', { path: 'law/b.md', content: 'b\n' })).toMatchObject({ error_code: 'POLICY_DENIED' })
  await page.goto(`${page.url().split('#')[0]}#/grants`)
  const card = page.getByRole('region', { name: 'In force' }).getByRole('article', { name: /files under law\// })
  await card.getByText('Never: such calls are refused').waitFor()
  await card.getByText('Refused 1 call').waitFor()
})
