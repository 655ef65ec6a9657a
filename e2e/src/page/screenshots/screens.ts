// The screens that have a picture in docs/screenshots, in this order. What a screen needs is brought about for real.
import type { Page } from 'playwright-core'
import { converse } from '../../world/conversation.ts'
import { eventually } from '../../world/wait.ts'
import type { World } from '../../world/world.ts'
import { RECORD_SCREENS } from './record-screens.ts'

export interface Screen {
  readonly name: string
  /** Once for all looks of this screen; gives the address to open. */
  readonly prepare: (world: World) => Promise<string>
  /** Waits until everything is there to be seen. */
  readonly ready: (page: Page) => Promise<void>
}

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
    ready: (page) => page.getByRole('log').getByText('Waits for you', { exact: true }).waitFor(),
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
  ...RECORD_SCREENS,
]
