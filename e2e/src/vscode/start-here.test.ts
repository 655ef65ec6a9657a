// "Start here" for a person who has nothing but the extension: it carries the server, starts it and signs the window in.
import { readdir, readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { packageExtension, WITH_SERVER } from '../../../scripts/build/vscode/package-extension.ts'
import { sharedBrowser } from '../world/browser/browser.ts'
import { type Agent, createAgent } from '../world/clients/people.ts'
import { openWindow } from './world/shared.ts'
import { signedIn } from './world/signed-in.ts'
import { vscodeTest } from './world/vscode-test.ts'
import { pressNotification, runFromPalette, showView } from './world/vscode-window.ts'
import { untilConnected } from './world/vscode-world.ts'
import { VSIX_FOLDER } from './world/vsix-files.ts'
import { startWorkbench, type Workbench } from './world/workbench.ts'

const browser = sharedBrowser()

vscodeTest('the extension starts the server that it carries, the window signs in by itself, and a first approval works', async () => {
  await using folder = await makeFolder('workspace', { 'README.md': '# Sample\n', 'first.mjs': "console.log('first')\n" })
  await using workbench = await startWorkbench({ extension: await packageExtension(WITH_SERVER, VSIX_FOLDER) })
  const page = await openWindow(browser(), workbench, { open: folder.path })
  await runFromPalette(page, 'Countersign: Start here')
  await untilConnected(page)
  expect(await startedPrograms(workbench.vscode.process.pid)).toEqual([expect.stringContaining(workbench.vscode.data.at('extensions'))])
  const agent = await agentOf(workbench)
  const asked = await agent.call('execute_command', { command: 'node', args: ['first.mjs'] })
  await pressNotification(page, 'node first.mjs', 'Approve')
  expect(await agent.end(asked.tool_id)).toMatchObject({ status: 'completed', result: { stdout: 'first\n' } })
  await showView(page, 'Countersign')
  await page.reload()
  await untilConnected(page)
  const again = await agentOf(workbench)
  expect((await again.call('read_file', { path: 'README.md' })).result).toMatchObject({ content: '# Sample\n' })
  await runFromPalette(page, 'Countersign: Stop the Server Started Here')
  await expect.poll(() => startedPrograms(workbench.vscode.process.pid)).toEqual([])
})

/** An agent with the credential that the window holds for one. */
async function agentOf(workbench: Workbench): Promise<Agent> {
  const { url, agent, projectId } = await signedIn(workbench)
  return createAgent(url, agent, projectId)
}

/** The command lines of servers below a process. */
async function startedPrograms(ancestor: number): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(processes.map(async (pid) => ((await isBelow(Number(pid), ancestor)) ? commandOf(pid) : '')))
  return found.filter((command) => / serve /.test(command))
}

const commandOf = async (pid: string): Promise<string> => (await readProc(pid, 'cmdline')).replaceAll('\0', ' ')

async function isBelow(pid: number, ancestor: number): Promise<boolean> {
  const parent = Number(/^PPid:\s*(\d+)/m.exec(await readProc(`${pid}`, 'status'))?.[1] ?? 0)
  return parent === ancestor || (parent > 1 && isBelow(parent, ancestor))
}

/** Empty for a process that has ended meanwhile. */
const readProc = (pid: string, name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
