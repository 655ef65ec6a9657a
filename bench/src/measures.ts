// Every measure, in the order in which it is taken: those that need an idle server of their own come last.
import type { Measure } from './figure.ts'
import { approval } from './measures/approval.ts'
import { database } from './measures/database.ts'
import { events } from './measures/events.ts'
import { extension } from './measures/extension.ts'
import { fanOut } from './measures/fan-out.ts'
import { growth } from './measures/growth.ts'
import { idleStreams } from './measures/idle-streams.ts'
import { inFlight } from './measures/in-flight.ts'
import { largeTree } from './measures/large-tree.ts'
import { page } from './measures/page.ts'
import { roundTrip } from './measures/round-trip.ts'
import { sandboxed } from './measures/sandboxed.ts'
import { serverMemory } from './measures/server-memory.ts'
import { startUp } from './measures/start-up.ts'
import { syncs } from './measures/syncs.ts'
import { verdicts } from './measures/verdicts.ts'
import { wholeTurn } from './measures/whole-turn.ts'

export const MEASURES: readonly Measure[] = [
  roundTrip,
  inFlight,
  approval,
  events,
  syncs,
  fanOut,
  idleStreams,
  serverMemory,
  database,
  startUp,
  verdicts,
  sandboxed,
  wholeTurn,
  page,
  extension,
  largeTree,
  growth,
]
