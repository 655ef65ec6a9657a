// One piece of work from the first message to the undo, as a person sees it in VS Code.
import { expect } from 'vitest'
import { sharedBrowser } from '../world/browser/browser.ts'
import { buttonOf, cardOf, untilReady } from '../world/browser/cards.ts'
import { chatOf } from '../world/browser/chat-page.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { openSignedIn, sharedVsCodeWorld } from './world/shared.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { pressNotification } from './world/vscode-window.ts'
import { diffEditor, linesOf, openFile, pressLens, selectTab } from './world/window/editor.ts'
import { approvalsTab, findApprovals, openChat } from './world/window/webview.ts'

const browser = sharedBrowser()
const models = await prepareModels()
const world = sharedVsCodeWorld({ world: { serve: models.serve, serverEnv: models.env } })

const OLD = '{"api_url": "http://old.api.com"}'
const NEW = '{"api_url": "http://new.api.com"}'

vscodeTest('a message becomes cards, an approval with its diff, a change in the open editor, a mark, and an undo', async () => {
  await using _model = await models.start([
    { text: 'I look first.', calls: [{ name: 'read_file', arguments: { path: 'config.json' } }] },
    { calls: [{ name: 'write_file', arguments: { path: 'config.json', content: `${NEW}\n` } }] },
    { text: 'The address is changed.' },
  ])
  const page = await openSignedIn(browser(), world())
  const editor = await openFile(page, 'config.json')
  const chat = chatOf(await openChat(page))
  await chat.say('use the new address')
  await pressNotification(page, 'Write config.json', 'Show')
  const { original, modified } = await diffEditor(page)
  await expect.poll(() => linesOf(original)).toEqual([OLD, ''])
  await expect.poll(() => linesOf(modified)).toEqual([NEW, ''])
  await chat.card('Read config.json').filter({ hasText: 'Done' }).waitFor()
  await chat.card('Write config.json').getByText('Waiting for you').waitFor()
  await selectTab(approvalsTab(page))
  const approve = buttonOf(cardOf(await findApprovals(page), 'Write config.json'), 'Approve')
  await untilReady(approve)
  await approve.click()
  await chat.answers.getByText('The address is changed.').waitFor()
  await openFile(page, 'config.json')
  await expect.poll(() => linesOf(editor)).toEqual([NEW, ''])
  const undo = editor.locator('.codelens-decoration').getByText('Changed by assistant: undo')
  await undo.waitFor()
  await editor.locator('.glyph-margin-widgets .cgmr').first().waitFor()
  await pressLens(undo, (timeout) => undo.waitFor({ state: 'detached', timeout }))
  await expect.poll(() => linesOf(editor)).toEqual([OLD, ''])
  expect(await world().workspace.read('config.json')).toBe(`${OLD}\n`)
})
