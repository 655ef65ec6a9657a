// Repositories that are traps. An ordinary git falls into each (that is tried first, where it can be); the git tools do not: no
// program runs, nothing outside is read or changed.

import { Failure } from '@countersign/protocol'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isExhaustive } from '../../../../../scripts/chaos/sample.ts'
import { PLACE_TRAPS } from '../../../test/git-traps/place-traps.ts'
import { PROGRAM_TRAPS } from '../../../test/git-traps/program-traps.ts'
import { createTrapPlace, OUTSIDE_SECRET, type Trap, type TrapPlace } from '../../../test/git-traps/trap.ts'
import { createTestGitHost } from '../../../test/hosts/create-host.ts'
import { TEST_IDENTITY } from '../../../test/hosts/git-repository.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import type { NoSandbox, Sandbox } from '../../sandbox/index.ts'
import type { GitHost } from './git-host.ts'

const BARE: NoSandbox = { isolation: 'none', reason: 'this test wants none' }
const TRAPS = [...PROGRAM_TRAPS, ...PLACE_TRAPS]
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await detectTestSandbox()
})

const OPERATIONS: Readonly<Record<string, (host: GitHost) => Promise<unknown>>> = {
  status: (host) => host.status('.'),
  diff: (host) => host.diff({ path: '.', staged: false, maxBytes: 1_000_000 }),
  'staged diff': (host) => host.diff({ path: '.', staged: true, maxBytes: 1_000_000 }),
  log: (host) => host.log({ path: '.', limit: 20 }),
  branches: (host) => host.branches(),
  'plan of a commit': (host) => host.planCommit({ message: 'x', paths: ['.'] }),
  'commit of what is staged': (host) => host.commit({ message: 'x', paths: undefined }),
  'commit of everything': (host) => host.commit({ message: 'x', paths: ['.'] }),
  create: (host) => host.changeBranch({ action: 'create', name: 'made' }),
  switch: (host) => host.changeBranch({ action: 'switch', name: 'other' }),
  delete: (host) => host.changeBranch({ action: 'delete', name: 'made' }),
}

/** Those in which git itself does the most for a repository: it compares, reads history, takes files in and puts files out. */
const USUAL = ['status', 'diff', 'log', 'commit of everything', 'switch']
const OTHERS = Object.keys(OPERATIONS).filter((name) => !USUAL.includes(name))

/** All in which a trap may spring, or the usual ones and in turn one of the others, in their order. */
function operationsFor(trap: Trap): string[] {
  const other = OTHERS[TRAPS.indexOf(trap) % OTHERS.length]
  return Object.keys(OPERATIONS).filter((name) => isExhaustive || USUAL.includes(name) || name === other)
}

/** What each operation gave, or the failure that it ended with; a defect ends the test. */
async function useEverything(
  { workspace }: TrapPlace,
  sandboxUsed: Sandbox,
  names = Object.keys(OPERATIONS),
): Promise<Record<string, unknown>> {
  const host = createTestGitHost({
    root: workspace.root,
    sandbox: sandboxUsed,
    signal: new AbortController().signal,
    identity: async () => TEST_IDENTITY,
  })
  const outcomes: Record<string, unknown> = {}
  for (const name of names) outcomes[name] = await OPERATIONS[name]?.(host).catch(expectFailure)
  return outcomes
}

function expectFailure(error: unknown): string {
  if (error instanceof Failure) return error.message
  throw error
}

const environment = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
})

function setTrap(trap: Trap): TrapPlace {
  const place = createTrapPlace()
  trap.set(place)
  place.forget()
  return place
}

async function expectUnharmed(place: TrapPlace, sandboxUsed: Sandbox, names?: string[]): Promise<void> {
  const before = place.outsideNow()
  const outcomes = await useEverything(place, sandboxUsed, names)
  expect(place.hasSprung()).toBe(false)
  expect(JSON.stringify(outcomes)).not.toContain(OUTSIDE_SECRET)
  expect(place.outsideNow()).toBe(before)
}

describe.each(TRAPS.filter(({ spring }) => spring).map((trap) => [trap.name, trap] as const))('%s', (_, trap) => {
  it('is one for an ordinary git', async () => {
    await using place = setTrap(trap)
    const printed = trap.spring?.(place) ?? ''
    expect(place.hasSprung() || printed.includes(OUTSIDE_SECRET)).toBe(true)
  })
})

describe.each(TRAPS.map((trap) => [trap.name, trap] as const))('%s', (_, trap) => {
  it('is none for the git tools, without a sandbox', async () => {
    await using place = setTrap(trap)
    await expectUnharmed(place, BARE, operationsFor(trap))
  })
})

describe('in a sandbox', () => {
  it('all programs together do not run', async () => {
    await using place = createTrapPlace()
    // The last first: it needs a git that still works.
    for (const trap of PROGRAM_TRAPS.toReversed()) trap.set(place)
    place.forget()
    await expectUnharmed(place, sandbox)
  })

  it.each(PLACE_TRAPS.map((trap) => [trap.name, trap] as const))('%s leads nowhere', async (_, trap) => {
    await using place = setTrap(trap)
    await expectUnharmed(place, sandbox, ['status', 'diff', 'log', 'commit of everything'])
  })
})
