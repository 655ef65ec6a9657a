// The eyes of one workspace: where repositories and names that run later are, what git's settings say, and what was allowed.

import { createGitSettings, type SettingsFacts } from '../../repositories/git-settings.ts'
import { createApprovedFiles } from './approved-files.ts'
import { createWorkspaceWalk } from './find/walk-workspace.ts'
import type { LookAround } from './watch-later-run.ts'

export interface LookAroundFacts extends SettingsFacts {
  /** Folders of the runner's own that commands can fill. */
  readonly cacheDir?: string | undefined
  readonly quarantineDir?: string | undefined
}

export const createLookAround = (facts: LookAroundFacts): LookAround => ({
  walk: createWorkspaceWalk(facts.root, [facts.cacheDir, facts.quarantineDir]),
  settings: createGitSettings(facts),
  approved: createApprovedFiles(facts.root),
})
