// The page inside VS Code: usable for everyone, bound to its content policy, and without any credential.
import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import { describeViolation, violationsOf } from '../world/axe.ts'
import { sharedBrowser } from '../world/browser/browser.ts'
import { chatOf } from '../world/browser/chat-page.ts'
import { prepareModels } from '../world/scripted-models.ts'
import { openWindow, sharedVsCodeWorld } from './world/shared.ts'
import { signedIn } from './world/signed-in.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { runFromPalette } from './world/vscode-window.ts'
import { signIn } from './world/vscode-world.ts'
import { findApprovals, openChat } from './world/window/webview.ts'

const browser = sharedBrowser()
const models = await prepareModels()
const world = sharedVsCodeWorld({ world: { serve: models.serve, serverEnv: models.env } })

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const
const VIEWS = ['Files', 'Processes', 'History', 'Grants', 'Overview', 'Approvals']

vscodeTest('axe finds nothing in chat and approvals, light and dark; the policy holds; no credential reaches the webview', async () => {
  await using _model = await models.start([
    { text: 'I look first.', calls: [{ name: 'read_file', arguments: { path: 'README.md' } }] },
    { calls: [{ name: 'write_file', arguments: { path: 'README.md', content: '# Example\n' } }] },
  ])
  const page = await openWindow(browser(), world(), { open: world().workspace.path, initScript: record })
  await signIn(page, world())
  const chatFrame = await openChat(page)
  const chat = chatOf(chatFrame)
  await chat.say('look at the readme')
  await chat.card('Write README.md').getByText('Waiting for you').waitFor()
  await runFromPalette(page, 'Countersign: Show What Waits')
  const approvals = await findApprovals(page)
  await approvals.getByRole('article', { name: 'Write README.md' }).waitFor()
  for (const frame of [chatFrame, approvals]) {
    expect(await brokenPolicies(frame)).toEqual([])
    await frame.evaluate(() => document.head.append(Object.assign(document.createElement('script'), { textContent: 'alert(1)' })))
    await expect.poll(() => brokenPolicies(frame)).toEqual([expect.stringMatching(/^script-src-elem inline/)])
  }
  const found: string[] = []
  for (const [theme, name] of Object.entries(THEMES)) {
    await world().host.run((editor, value) => editor.workspace.getConfiguration('workbench').update('colorTheme', value, true), name)
    for (const frame of [chatFrame, approvals]) await untilWears(frame, theme)
    found.push(...(await look(chatFrame, `chat, ${theme}`)))
    for (const view of VIEWS) {
      await approvals.getByRole('navigation').getByRole('link', { name: view }).click()
      await approvals.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      found.push(...(await look(approvals, `${view}, ${theme}`)))
    }
  }
  expect(found).toEqual([])
  const { operator, agent } = await signedIn(world())
  for (const frame of [chatFrame, approvals]) {
    const held = await heldBy(frame)
    expect(held).toContain('"type":"REPLY"')
    expect(held).not.toContain(operator)
    expect(held).not.toContain(agent)
    expect(held).not.toMatch(JWT)
  }
})

async function untilWears(frame: Frame, theme: string): Promise<void> {
  await frame.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
  await frame.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
}

const look = async (frame: Frame, place: string): Promise<string[]> =>
  (await violationsOf(frame)).map((violation) => `${place}: ${describeViolation(violation)}`)

const JWT = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/

interface Recording {
  receivedMessages?: string[]
  brokenPolicies?: string[]
}

/** Before anything else in each frame: keeps each message that arrives, bytes as text, and what the content policy refused. */
function record(): void {
  const received: string[] = []
  const broken: string[] = []
  const textOf = (_: string, value: unknown) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value)
  const onMessage = ({ data }: MessageEvent) => received.push(JSON.stringify(data, textOf))
  const onBroken = ({ effectiveDirective, blockedURI, sourceFile, lineNumber }: SecurityPolicyViolationEvent) =>
    broken.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
  const add = window.addEventListener.bind(window)
  // VS Code writes the document of a webview anew, which drops listeners: they come back with the first one of the new document.
  const listen = (...given: Parameters<typeof add>) => {
    add('message', onMessage)
    add('securitypolicyviolation', onBroken)
    add(...given)
  }
  Object.assign(window, { receivedMessages: received, brokenPolicies: broken, addEventListener: listen })
}

const brokenPolicies = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => (globalThis as Recording).brokenPolicies ?? ['nothing was recorded'])

/** Everything of a webview where a credential could be: messages, storage, its document. */
const heldBy = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const { receivedMessages = [] } = globalThis as Recording
    return [...receivedMessages, JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.documentElement.outerHTML].join(
      '\n',
    )
  })
