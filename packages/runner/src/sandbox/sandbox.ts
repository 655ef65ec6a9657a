// What a machine has to sandbox commands with, or why it has nothing.

import type { HiddenFiles } from './covers/hidden-files.ts'
import type { SandboxFiles } from './sandbox-files.ts'

export interface BubblewrapSandbox {
  readonly isolation: 'sandbox'
  readonly bwrapPath: string
  readonly reason?: undefined
  readonly sandboxFiles: SandboxFiles
  /** Sets memory, file size and process limits; undefined where the machine has none. */
  readonly prlimitPath: string | undefined
  /** Remembers between commands what it found in a workspace. `globs` name what rules hide there besides. */
  hiddenIn(root: string, globs?: readonly string[]): HiddenFiles
  /** The same, but others get their turn on the way: for what is checked once more. */
  hiddenInTurns(root: string, globs?: readonly string[]): Promise<HiddenFiles>
  /** Reads the workspace for the first time, so that `hiddenIn` need not. */
  lookAhead(root: string, globs?: readonly string[]): Promise<void>
}

export interface NoSandbox {
  readonly isolation: 'none'
  readonly bwrapPath?: undefined
  /** In words, for the operator. */
  readonly reason: string
}

export type Sandbox = BubblewrapSandbox | NoSandbox
