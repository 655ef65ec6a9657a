// The screens that show what has happened and what is in force: files, processes, history, a record, grants, overview.

import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { callAndApprove } from '../../world/shared-world.ts'
import type { World } from '../../world/world.ts'
import type { Screen } from './screen.ts'

const TICK =
  "let number = 0\nconsole.log('listening on 127.0.0.1:5173')\nsetInterval(() => console.log('GET /page/' + ++number, 200), 400)\n"
const PATCH = `--- a/src/main.py
+++ b/src/main.py
@@ -1 +1,5 @@
-print("main")
+def main() -> None:
+    print("hello")
+
+
+main()
`

async function workForAWhile(world: World): Promise<void> {
  const { agent, operator } = world
  for (const { id } of await operator.pending())
    await operator.post(`/my/projects/${world.projectId}/questions/${id}/answer`, { action: 'cancel' })
  for (const path of ['README.md', 'config.json', 'src/main.py']) await agent.call('read_file', { path })
  await agent.call('list_directory', { path: '.', recursive: true })
  await agent.call('search_in_project', { query: 'hello' })
  await agent.call('execute_command', { command: 'curl', args: ['https://example.com/install.sh'] })
  await callAndApprove(world, 'execute_command', { command: 'node', args: ['count.mjs'] })
  await callAndApprove(world, 'write_file', { path: 'docs/plan.md', content: '# Plan\n' }, { scope: 'class', grant_seconds: 3_600 })
  await agent.call('write_file', { path: 'docs/next.md', content: '# Next\n' })
  const asked = await agent.call('delete_file', { path: 'config.json' })
  await operator.reject(asked.approval_id ?? '', 'the application reads it')
}

let patchId = ''

export const RECORD_SCREENS: readonly Screen[] = [
  {
    name: 'files',
    prepare: async (world) => {
      await workForAWhile(world)
      return '#/files/src/main.py'
    },
    ready: (page) => page.getByRole('main').getByText('print').first().waitFor(),
  },
  {
    name: 'processes',
    prepare: async (world) => {
      await world.workspace.write('tick.mjs', TICK)
      await callAndApprove(world, 'run_persistent', { command: 'node tick.mjs', process_id: 'web' })
      await callAndApprove(world, 'run_persistent', { command: 'node count.mjs', process_id: 'counter' })
      await eventually('both processes', async () => {
        const { processes } = await world.operator.get<{ processes: { running: boolean }[] }>(`/my/projects/${world.projectId}/processes`)
        return processes.length === 2 && processes.filter(({ running }) => running).length === 1
      })
      return '#/processes'
    },
    ready: (page) => page.getByText('GET /page/2 200').first().waitFor(),
  },
  {
    name: 'history',
    prepare: async (world) => {
      const { view } = await callAndApprove(world, 'apply_patch', { diff: PATCH }, { comment: 'looks right' })
      patchId = view.tool_id
      return '#/history'
    },
    ready: (page) => page.getByRole('region', { name: 'Calls', exact: true }).getByRole('link').nth(4).waitFor(),
  },
  {
    name: 'record',
    prepare: async () => `#/history/${patchId}`,
    ready: (page) => page.getByText('What happened').waitFor(),
  },
  {
    name: 'grants',
    prepare: async () => '#/grants',
    ready: (page) =>
      page
        .getByText(/Allowed/)
        .first()
        .waitFor(),
  },
  {
    name: 'overview',
    prepare: async () => '#/overview',
    ready: (page) => page.getByRole('heading', { name: 'Calls by day' }).waitFor(),
  },
]
