// The sentences of English in Chinese: the same forms with the same slots.
import type { Catalogue } from '../sentence.ts'
import { ADVICE } from './advice.ts'
import { COMMANDS } from './commands.ts'
import { EVERYDAY } from './everyday.ts'
import { FAILURES } from './failures.ts'
import { GIT } from './git.ts'
import { OPTIONS } from './options.ts'
import { PREVIEWS } from './previews.ts'
import { REASONS } from './reasons.ts'
import { RUNNING_FAILURES } from './running/index.ts'
import { SCOPES } from './scopes.ts'
import { SERVER } from './server/index.ts'
import { SHELL } from './shell.ts'
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
