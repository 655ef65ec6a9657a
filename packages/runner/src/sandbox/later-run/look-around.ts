// The eyes of one workspace: where repositories and names that run later are, what git's settings say, and what was allowed.
import { createApprovedFiles } from './approved-files.ts'
import { createGitSettings, type SettingsFacts } from './git-settings.ts'
import { createWorkspaceWalk } from './walk-workspace.ts'
import type { LookAround } from './watch-later-run.ts'

export const createLookAround = (facts: SettingsFacts): LookAround => ({
  walk: createWorkspaceWalk(facts.root),
  settings: createGitSettings(facts),
  approved: createApprovedFiles(facts.root),
})
