// The screens that have a picture in docs/screenshots, in this order. The content of a screen is produced by real actions.

import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { converse } from '../../world/clients/conversation.ts'
import { RECORD_SCREENS } from './record-screens.ts'
import type { Screen } from './screen.ts'

const REVIEWED = `--- a/greet.js
+++ b/greet.js
@@ -1,3 +1,3 @@
 export function greet(name) {
-  return "hello " + name
+  return \`Hello, \${name}!\`
 }
--- a/README.md
+++ b/README.md
@@ -1,3 +1,5 @@
 # Sample
 
 Hello from the workspace.
+
+Hello again.
`

export const SCREENS: readonly Screen[] = [
  {
    name: 'first-run',
    prepare: async () => '#/chat',
    ready: (page) => page.getByRole('button', { name: 'read README.md' }).waitFor(),
  },
  {
    name: 'chat',
    prepare: async (world) => {
      const conversation = await converse(world)
      await conversation.end(await conversation.send('list the files'))
      await conversation.send('write "# Today" to notes/today.md')
      await conversation.asked('write_file')
      return `#/chat/${conversation.session}`
    },
    ready: (page) => page.getByRole('log').getByText('Waiting for you', { exact: true }).waitFor(),
  },
  {
    name: 'approvals',
    prepare: async ({ agent, operator }) => {
      await agent.call('execute_command', { command: 'npm', args: ['test'] }, { wait_seconds: 0 })
      await eventually('two questions', async () => (await operator.pending()).length >= 2)
      return '#/approvals'
    },
    ready: (page) => page.getByRole('main').getByRole('article').nth(1).waitFor(),
  },
  {
    name: 'review',
    prepare: async ({ agent, operator, workspace }) => {
      for (const { id } of await operator.pending()) await operator.reject(id, 'one thing after the other')
      await workspace.write('greet.js', 'export function greet(name) {\n  return "hello " + name\n}\n')
      await agent.call('apply_patch_review', { diff: REVIEWED, message: 'Greet politely, and say it once more.' }, { wait_seconds: 0 })
      await eventually('the review', async () => (await operator.pending()).length === 1)
      return '#/approvals'
    },
    ready: (page) => page.getByRole('main').getByRole('checkbox').first().waitFor(),
  },
  ...RECORD_SCREENS,
]
