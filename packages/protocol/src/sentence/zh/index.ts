// The sentences of English in Chinese: the same forms with the same slots.
import type { Catalogue } from '../sentence.ts'
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

export const CHINESE: Catalogue = {
  language: 'zh',
  forms: {
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
  },
}
