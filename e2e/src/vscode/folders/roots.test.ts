// Several root folders in one window, and a root that is a worktree of a repository.
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { expect } from 'vitest'
import { makeFolder } from '../../../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { createAgent, createOperator } from '../../world/clients/people.ts'
import { openWindow, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { notification, showView } from '../world/vscode-window.ts'
import { confirmSignIn, signIn } from '../world/vscode-world.ts'
import { openFile } from '../world/window/editor.ts'
import { pressLastInRow, treeRow, view } from '../world/window/tree.ts'

const SCRIPT = "import { writeFileSync } from 'node:fs'\nwriteFileSync('marked.txt', '')\n"

const browser = sharedBrowser()
const world = sharedVsCodeWorld({ world: { files: { 'first.txt': 'of the first root\n', 'mark.mjs': SCRIPT } } })

/** Agent and operator of a folder's own project, once its runner is there. */
async function peopleOf(folder: string) {
  const { url, tokens, createToken, operator } = world()
  const id = await eventually(`the project of ${folder}`, async () => {
    const { projects } = await operator.get<{ projects: { id: string; name: string }[] }>('/my/projects')
    return projects.find(({ name }) => name === basename(folder))?.id
  })
  await eventually(`the runner of ${folder}`, async () => {
    const { project } = await operator.get<{ project: { runner: { online: boolean } | null } }>(`/my/projects/${id}`)
    return project.runner?.online
  })
  const token = await createToken({ roles: ['agent'], project: id, agent: 'second agent' })
  return { agent: createAgent(url, token, id), operator: createOperator(url, tokens.operator, id) }
}

vscodeTest('two roots: two projects, each call runs in its own root, and the window shows which', async () => {
  await using second = await makeFolder('second', { 'second.txt': 'of the second root\n', 'mark.mjs': SCRIPT })
  await using place = await makeFolder('roots')
  const folders = [{ path: world().workspace.path }, { path: second.path }]
  await place.write('two.code-workspace', JSON.stringify({ folders }))
  const page = await openWindow(browser(), world(), { open: place.at('two.code-workspace') })
  await signIn(page, world())
  const [one, two] = [world().agent, (await peopleOf(second.path)).agent]
  expect(await one.call('read_file', { path: 'first.txt' })).toMatchObject({ result: { content: 'of the first root\n' } })
  expect(await two.call('read_file', { path: 'second.txt' })).toMatchObject({ result: { content: 'of the second root\n' } })
  expect(await two.call('read_file', { path: 'first.txt' })).toMatchObject({ error_code: 'FILE_NOT_FOUND' })
  expect(await two.call('execute_command', { command: 'ls' })).toMatchObject({ result: { stdout: expect.stringContaining('second.txt') } })

  await showView(page, 'Countersign')
  await Promise.all([one, two].map((agent) => agent.call('execute_command', { command: 'node', args: ['mark.mjs'] }, { wait_seconds: 0 })))
  const waiting = view(page, 'Waiting for you')
  const [first] = folders.map(({ path }) => basename(path))
  await treeRow(waiting, first ?? '').waitFor()
  await pressLastInRow(treeRow(waiting, basename(second.path)), /^Approve/)
  await expect.poll(() => second.has('marked.txt')).toBe(true)
  expect(world().workspace.has('marked.txt')).toBe(false)
  await notification(page, 'mark.mjs').first().waitFor()

  await openFile(page, 'second.txt')
  await view(page, 'Chat').getByText(basename(second.path)).waitFor()
  await openFile(page, 'first.txt')
  await view(page, 'Chat')
    .getByText(first ?? '')
    .waitFor()
})

vscodeTest('a worktree as the root: files are changed and committed there, and the main tree stays', async () => {
  await using main = await makeFolder('main', { 'notes.md': 'one\n' })
  const git = (folder: string, ...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  git(main.path, 'init', '--quiet', '--initial-branch=main')
  git(main.path, 'config', 'user.name', 'Ada')
  git(main.path, 'config', 'user.email', 'ada@example.com')
  git(main.path, 'add', '--all')
  git(main.path, 'commit', '--quiet', '-m', 'The first')
  await using place = await makeFolder('trees')
  const tree = place.at('beside')
  git(main.path, 'worktree', 'add', '--quiet', '-b', 'beside', tree)
  const page = await openWindow(browser(), world(), { open: tree })
  await confirmSignIn(page, world())
  const { agent, operator } = await peopleOf(tree)
  expect(await agent.call('git.status', {})).toMatchObject({ status: 'completed', result: { branch: 'beside' } })
  const approved = async (tool: string, params: object) => {
    const asked = await agent.call(tool, params)
    await operator.approve(asked.approval_id ?? '')
    return agent.end(asked.tool_id)
  }
  expect(await approved('write_file', { path: 'notes.md', content: 'two\n' })).toMatchObject({ status: 'completed' })
  expect(await approved('git.commit', { message: 'Add two', paths: ['notes.md'] })).toMatchObject({ status: 'completed' })
  expect(git(tree, 'log', '-1', '--format=%s', 'beside')).toBe('Add two')
  expect([git(main.path, 'log', '-1', '--format=%s', 'main'), await main.read('notes.md')]).toEqual(['The first', 'one\n'])
})
