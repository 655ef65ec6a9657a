// The sub-commands of git: their minimum risk, their options, and whether they use the network. A sub-command that is missing here is not
// understood: HIGH.

import type { SubCommand } from '../../sub-command.ts'
import { GIT_CHANGING } from './git-changing.ts'
import { GIT_NETWORK, GIT_REFUSED } from './git-network.ts'
import { GIT_READING } from './git-reading.ts'

export const GIT_COMMANDS: Readonly<Record<string, SubCommand>> = { ...GIT_READING, ...GIT_CHANGING, ...GIT_NETWORK, ...GIT_REFUSED }
