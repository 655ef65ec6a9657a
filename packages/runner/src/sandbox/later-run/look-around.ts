// The eyes of one workspace: where repositories and names that run later are, and what git's settings say.
import { createGitSettings, type SettingsFacts } from './git-settings.ts'
import { createWorkspaceWalk } from './walk-workspace.ts'
import type { LookAround } from './watch-later-run.ts'

export const createLookAround = (facts: SettingsFacts): LookAround => ({
  walk: createWorkspaceWalk(facts.root),
  settings: createGitSettings(facts),
})
