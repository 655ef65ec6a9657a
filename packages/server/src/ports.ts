// The real ports of the engine: disk, clock, randomness and the keys in one data folder.

import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { type Clock, createMemoryBus, type Ids, type Ports } from '@countersign/core'
import { uuidv7 } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { checkRecord, type Heads, openHeads, refuseLost } from './audit/index.ts'
import type { Prunable } from './background/pruning.ts'
import { createFileBodies, type FileBodies } from './bodies/index.ts'
import { type Keys, openKeys } from './keys/index.ts'
import { createFileOutputs } from './outputs/index.ts'
import { openSqliteStore, type SqliteStore } from './store/sqlite/open-sqlite-store.ts'

interface PortsRequest extends Pick<Ports, 'faults' | 'checkEvent' | 'onDefect'> {
  readonly dataDir: string
}

interface OpenedPorts {
  readonly ports: Ports
  readonly bodies: FileBodies
  /** Data that is removed after the retention time. */
  readonly kept: readonly Prunable[]
  readonly keys: Keys
  readonly heads: Heads
  /** Returns the reason why the store cannot write now, if there is one. */
  readonly checkStore: SqliteStore['check']
}

export async function openPorts({ dataDir, faults, checkEvent, onDefect }: PortsRequest): Promise<OpenedPorts> {
  const path = join(dataDir, 'countersign.sqlite')
  await refuseLost(dataDir, path)
  const keys = await openKeys({ folder: join(dataDir, 'keys') })
  const heads = openHeads(keys.audit)
  const store = await openSqliteStore({ path, onDefect })
  await checkRecord({ reader: store, heads, path }).catch(async (error: unknown) => {
    await store[Symbol.asyncDispose]()
    throw error
  })
  const bodies = createFileBodies({ folder: join(dataDir, 'bodies') })
  const outputs = createFileOutputs({ folder: join(dataDir, 'outputs') })
  const clock = { now: () => Date.now() }
  const ids = createIds(clock)
  const shellGrammar = createShellGrammar()
  return {
    ports: {
      store,
      bus: createMemoryBus(),
      bodies,
      outputs,
      clock,
      ids,
      signer: keys.clearances,
      shellGrammar,
      faults,
      checkEvent,
      onDefect,
    },
    bodies,
    kept: [bodies, outputs],
    keys,
    heads,
    checkStore: store.check,
  }
}

const BYTES_PER_ID = 10
const IDS_PER_FETCH = 400

/** Random bytes are fetched in bulk because each fetch is a system call. */
function createIds(clock: Clock): Ids {
  const pool = Buffer.alloc(BYTES_PER_ID * IDS_PER_FETCH)
  let used = pool.length
  return {
    next: <Id extends string>() => {
      if (used === pool.length) {
        randomFillSync(pool)
        used = 0
      }
      used += BYTES_PER_ID
      return uuidv7<Id>(clock.now(), pool.subarray(used - BYTES_PER_ID, used))
    },
  }
}
