// VS Code's own agent through the gate: language model tools, and the chat participant with a model that follows a script.
import type { ExecutionView } from '@countersign/protocol'
import { expect } from 'vitest'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { pressNotification } from '../world/vscode-window.ts'
import { retry } from '../world/window/click.ts'
import { answerInTitle } from '../world/window/editor.ts'
import { registerModel, resultsOfModel, runParticipant } from './run-participant.ts'

const browser = sharedBrowser()
const world = sharedVsCodeWorld()
const page = sharedSignedIn(browser, world)

const invoke = (name: string, input: object): Promise<string> =>
  world().host.run(
    async (api, call) => {
      const { content } = await api.lm.invokeTool(call.name, { input: call.input, toolInvocationToken: undefined })
      return content.map((part) => (part instanceof api.LanguageModelTextPart ? part.value : '')).join('')
    },
    { name, input },
  )

const recordOf = async (tool: string): Promise<ExecutionView | undefined> => {
  const { executions } = await world().operator.get<{ executions: ExecutionView[] }>('/my/tools/history?limit=20')
  return executions.find(({ tool_name }) => tool_name === tool)
}

/** As a person does it: opens what is asked, and answers above its diff. */
async function approve(name: string): Promise<void> {
  await pressNotification(page(), name, 'Show')
  await answerInTitle(page(), 'Approve')
}

vscodeTest('invokeTool reads through the gate, and the call is on record as the agent of the editor', async () => {
  expect(await invoke('countersign_read_file', { path: 'config.json' })).toContain('http://old.api.com')
  const record = await recordOf('read_file')
  expect(record).toMatchObject({ status: 'completed', requires_approval: false, tool_params: { path: 'config.json' } })
  expect(record?.agent).not.toContain('operator')
  expect(await invoke('countersign_read_file', { path: '../outside.txt' })).toContain('Path outside workspace')
})

vscodeTest('a write of invokeTool waits for the person, and its result comes back', async () => {
  const writing = invoke('countersign_write_file', { path: 'by-tool.md', content: 'by the tool\n' })
  const [written] = await Promise.all([writing, approve('by-tool.md')])
  expect(written).toContain('Created by-tool.md')
  expect(await world().workspace.read('by-tool.md')).toBe('by the tool\n')
  expect(await recordOf('write_file')).toMatchObject({ status: 'completed', requires_approval: true })
})

vscodeTest('the participant reads and writes through the gate as its model asks, and tells how it ended', async () => {
  const { host, workspace } = world()
  await host.run(registerModel, [
    { call: { name: 'read_file', input: { path: 'config.json' } } },
    { call: { name: 'write_file', input: { path: 'config.json', content: '{"api_url": "http://new.api.com"}\n' } } },
    { text: 'The address is changed.' },
  ])
  const [{ said, progress }] = await Promise.all([host.run(runParticipant, 'use the new address'), approve('config.json')])
  expect(said).toBe('The address is changed.')
  expect(progress).toEqual(['read_file', 'write_file', expect.stringContaining('waits for your answer')])
  expect(await host.run(resultsOfModel, undefined)).toEqual([
    expect.stringContaining('http://old.api.com'),
    expect.stringContaining('config.json'),
  ])
  expect(await workspace.read('config.json')).toBe('{"api_url": "http://new.api.com"}\n')
})

vscodeTest('the chat view answers @countersign with the chosen model', async () => {
  const { host } = world()
  const steps = [{ call: { name: 'read_file', input: { path: 'README.md' } } }, { text: 'It greets from the workspace.' }]
  await host.run(registerModel, steps)
  const countModels = () => host.run(async (api) => (await api.lm.selectChatModels({ vendor: 'scripted' })).length, undefined)
  await expect.poll(countModels).toBe(1)
  await host.run(async (api) => {
    await api.commands.executeCommand('workbench.action.chat.open', { query: '@countersign what does it say?', isPartialQuery: true })
  }, undefined)
  const chat = page().locator('.interactive-session')
  await chat.locator('.chat-input-toolbars').getByText('Scripted').waitFor()
  const send = async (timeout: number) => {
    await chat.locator('.interactive-input-editor .view-lines').click({ timeout })
    await page().keyboard.press('Enter')
  }
  await retry(send, (timeout) => chat.getByText('It greets from the workspace.').waitFor({ timeout }))
  expect(await host.run(resultsOfModel, undefined)).toEqual([expect.stringContaining('Hello from the workspace.')])
})
