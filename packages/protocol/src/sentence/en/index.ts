// Every form with its English text. The text of a form may be improved; its name, its slots and its meaning never change.
import type { Template } from '../template.ts'
import { ADVICE } from './advice.ts'
import { FAILURES } from './failures.ts'
import { COMMANDS } from './guard/commands.ts'
import { EVERYDAY } from './guard/everyday.ts'
import { GIT } from './guard/git.ts'
import { OPTIONS } from './guard/options.ts'
import { SHELL } from './guard/shell.ts'
import { PREVIEWS } from './previews.ts'
import { REASONS } from './reasons.ts'
import { RUNNING_FAILURES } from './running/index.ts'
import { SCOPES } from './scopes.ts'
import { SERVER } from './server/index.ts'
import { TITLES } from './titles.ts'
import { WHYS } from './whys.ts'

export const ENGLISH_FORMS = {
  ...TITLES,
  ...REASONS,
  ...COMMANDS,
  ...OPTIONS,
  ...GIT,
  ...SHELL,
  ...EVERYDAY,
  ...FAILURES,
  ...ADVICE,
  ...SCOPES,
  ...WHYS,
  ...PREVIEWS,
  ...SERVER,
  ...RUNNING_FAILURES,
} as const satisfies Record<string, Template>
