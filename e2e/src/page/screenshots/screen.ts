// One screen that has a picture.
import type { Page } from 'playwright-core'
import type { World } from '../../world/world.ts'

export interface Screen {
  readonly name: string
  /** Runs once for all variants of this screen; returns the address to open. */
  readonly prepare: (world: World) => Promise<string>
  /** Waits until everything is visible. */
  readonly ready: (page: Page) => Promise<void>
}
