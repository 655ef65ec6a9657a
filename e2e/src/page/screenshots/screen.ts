// One screen that has a picture.
import type { Page } from 'playwright-core'
import type { World } from '../../world/world.ts'

export interface Screen {
  readonly name: string
  /** Once for all looks of this screen; gives the address to open. */
  readonly prepare: (world: World) => Promise<string>
  /** Waits until everything is there to be seen. */
  readonly ready: (page: Page) => Promise<void>
}
