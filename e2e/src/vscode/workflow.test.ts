// The client's part of one tool call, step by step, in VS Code: an event arrives, the person answers, the window executes, and the result
// or the error goes back.
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { sharedSignedIn, sharedVsCodeWorld } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { countersignStatus, notification, pressNotification, quickInput } from './world/vscode-window.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld()
const page = sharedSignedIn(browser, world)

const RUN = { command: 'node', args: ['count.mjs'] }
const ofCall = (id: string) => (data: Record<string, unknown>) => data.tool_id === id

vscodeTest('events: an approval request becomes a notification and a number in the status bar; the approval takes both away', async () => {
  await using events = await world().events()
  const asked = await world().agent.call('execute_command', RUN)
  const { data } = await events.next('tool.approval_request', ofCall(asked.tool_id))
  expect(data).toMatchObject({ approval_id: asked.approval_id, tool_name: 'execute_command', risk_level: 'MEDIUM' })
  await notification(page(), 'MEDIUM · node count.mjs').waitFor()
  await countersignStatus(page()).and(page().getByLabel('1 waiting for you')).waitFor()
  await pressNotification(page(), 'node count.mjs', 'Approve')
  await events.next('tool.approval_resolved', ofCall(asked.tool_id))
  await countersignStatus(page()).and(page().getByLabel('Nothing waits')).waitFor()
  await world().agent.end(asked.tool_id)
})

vscodeTest('approve: the answer of the person is on record, and only then the call runs', async () => {
  await using events = await world().events()
  const asked = await world().agent.call('execute_command', RUN)
  expect(
    events.events.some(({ type, data }) => type === 'tool.status' && data.tool_id === asked.tool_id && data.status === 'executing'),
  ).toBe(false)
  await pressNotification(page(), 'node count.mjs', 'Approve')
  const { data } = await events.next('tool.approval_resolved', ofCall(asked.tool_id))
  expect(data).toMatchObject({ approval_id: asked.approval_id, status: 'approved' })
  expect((await world().agent.end(asked.tool_id)).cleared_by).toMatchObject({ kind: 'person' })
})

vscodeTest('reject: nothing runs, and the agent goes on without it', async () => {
  const before = await world().workspace.read('count.txt')
  const asked = await world().agent.call('execute_command', RUN)
  await pressNotification(page(), 'node count.mjs', 'Reject')
  await quickInput(page()).press('Enter')
  expect(await world().agent.end(asked.tool_id)).toMatchObject({ status: 'rejected', error_code: 'APPROVAL_DENIED' })
  expect(await world().workspace.read('count.txt')).toBe(before)
})

vscodeTest('execution: the runner of the window executes a call that needs no approval, in the folder that is open', async () => {
  await using events = await world().events()
  const call = await world().agent.call('search_in_project', { query: 'Hello from the workspace' })
  expect(call).toMatchObject({ status: 'completed', result: { matches: [{ path: 'README.md', line: 3 }] } })
  await events.next('tool.status', (data) => data.tool_id === call.tool_id && data.status === 'executing')
})

vscodeTest('result: what the window sends is acknowledged, and the agent has it', async () => {
  await using events = await world().events()
  const call = await world().agent.call('list_directory', { path: 'src' })
  expect(call).toMatchObject({ status: 'completed', result: { success: true, files: [{ name: 'main.py' }] } })
  expect((await events.next('tool.result_ack', ofCall(call.tool_id))).data).toMatchObject({ status: 'received' })
})

vscodeTest('error: what fails in the window reaches the agent with its code and a sentence', async () => {
  const call = await world().agent.call('read_file', { path: 'missing.md' })
  expect(call).toMatchObject({ status: 'failed', error_code: 'FILE_NOT_FOUND', error: expect.stringContaining('missing.md') })
})
