// Every requirement of docs/spec.md as data, section by section.
import { access } from './requirements/access.ts'
import { approvals } from './requirements/approvals.ts'
import { channels, chat } from './requirements/channels.ts'
import { commands } from './requirements/commands.ts'
import { events } from './requirements/events.ts'
import { executions } from './requirements/executions.ts'
import { installing } from './requirements/installing.ts'
import { errors, limits } from './requirements/limits-and-errors.ts'
import { modes } from './requirements/modes.ts'
import { paths } from './requirements/paths.ts'
import { people } from './requirements/people.ts'
import type { Requirement } from './requirements/requirement.ts'
import { rest } from './requirements/rest.ts'
import { risk } from './requirements/risk.ts'
import { settled } from './requirements/settled.ts'
import { tools } from './requirements/tools.ts'

const SECTIONS = [
  access,
  tools,
  paths,
  commands,
  modes,
  risk,
  approvals,
  executions,
  rest,
  events,
  channels,
  chat,
  people,
  limits,
  errors,
  settled,
  installing,
] as const

type KeysOf<Union> = Union extends unknown ? keyof Union & string : never
export type RequirementId = KeysOf<(typeof SECTIONS)[number]>

export const REQUIREMENTS: readonly Requirement[] = SECTIONS.flatMap((rows) => Object.values<Requirement>(rows))
