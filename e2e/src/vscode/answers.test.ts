// Approvals and questions answered outside the chat: in the notification, in the approval panel, and as a quick pick.
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, untilReady } from '../world/browser/cards.ts'
import { converse } from '../world/clients/conversation.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { sharedSignedIn, sharedVsCodeWorld } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { choose, notification, pressNotification, quickInput } from './world/vscode-window.ts'
import { answerInTitle, titledTab } from './world/window/editor.ts'
import { findApprovals } from './world/window/webview.ts'

const browser = sharedBrowser()
const models = await prepareModels()
const world = sharedVsCodeWorld({ world: { serve: models.serve, serverEnv: models.env } })
const page = sharedSignedIn(browser, world)

vscodeTest('a command that fits in one line is approved in its notification', async () => {
  const { agent, workspace } = world()
  const asked = await agent.call('execute_command', { command: 'node', args: ['count.mjs'] })
  await pressNotification(page(), 'MEDIUM · node count.mjs', 'Approve')
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'completed', result: { stdout: 'counted\n', exit_code: 0 } })
  expect(await workspace.read('count.txt')).toBe('ran\n')
})

vscodeTest('a reason given after Reject in the notification reaches the model, and nothing runs', async () => {
  await using model = await models.start([
    { calls: [{ name: 'execute_command', arguments: { command: 'node', args: ['other.mjs'] } }] },
    { text: 'Then not.' },
  ])
  const { send, end, transcript } = await converse(world())
  const turn = await send('run it')
  await pressNotification(page(), 'node other.mjs', 'Reject')
  const reason = quickInput(page())
  await reason.fill('not before lunch')
  await reason.press('Enter')
  expect((await end(turn)).status).toBe('finished')
  const told = { role: 'result', text: expect.stringContaining('not before lunch') }
  expect(model.requests.at(-1)?.entries).toContainEqual(expect.objectContaining(told))
  expect((await transcript()).at(-1)?.content).toBe('Then not.')
})

vscodeTest('a call of HIGH risk has no Approve in its notification; the approval panel shows all of it and takes the answer', async () => {
  const { agent, workspace } = world()
  const asked = await agent.call('delete_file', { path: 'config.json' })
  const shown = notification(page(), 'HIGH · Delete config.json')
  await shown.waitFor()
  expect(await buttonOf(shown, 'Approve').count()).toBe(0)
  await pressNotification(page(), 'HIGH · Delete config.json', 'Show')
  const card = cardOf(await findApprovals(page()), 'Delete config.json')
  await card.getByText('High risk').first().waitFor()
  await untilReady(buttonOf(card, 'Approve'))
  await buttonOf(card, 'Approve').click()
  expect((await agent.end(asked.tool_id)).status).toBe('completed')
  await expect(workspace.read('config.json')).rejects.toThrow()
})

vscodeTest('a change of one file is approved in the title of its diff, which then closes', async () => {
  const { agent, workspace } = world()
  const asked = await agent.call('write_file', { path: 'README.md', content: '# Example\n' })
  await pressNotification(page(), 'MEDIUM · Write README.md', 'Show')
  await titledTab(page(), 'README.md (proposed)').waitFor()
  await answerInTitle(page(), 'Approve')
  expect((await agent.end(asked.tool_id)).status).toBe('completed')
  expect(await workspace.read('README.md')).toBe('# Example\n')
})

vscodeTest('a change of two files is shown as a list of diffs', async () => {
  const { agent, operator } = world()
  const diff = ['one.md', 'two.md'].map((name) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+# ${name}\n`).join('')
  const asked = await agent.call('apply_patch', { diff })
  await pressNotification(page(), /MEDIUM · .*one\.md/, 'Show')
  await titledTab(page(), 'apply_patch (2 files)').waitFor()
  await operator.approve(asked.approval_id ?? '')
  expect((await agent.end(asked.tool_id)).status).toBe('completed')
})

vscodeTest('a question of the agent is answered as a quick pick', async () => {
  const { agent } = world()
  const asked = await agent.call('prompt_user', { message: 'Which database do you want?', actions: ['SQLite', 'PostgreSQL'] })
  await pressNotification(page(), 'asks: “Which database do you want?”', 'Answer')
  await choose(page(), 'PostgreSQL')
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'completed', result: { action: 'PostgreSQL' } })
})
