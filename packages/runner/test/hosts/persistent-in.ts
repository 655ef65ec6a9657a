// Processes that outlive their call, in a test's workspace, through the real machine.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type AttemptId, type ExecutionId, uuidv7 } from '@countersign/protocol'
import { UNKEPT } from '../../src/changes/staging/stage-file.ts'
import { openUndoStore } from '../../src/changes/undo/undo-store.ts'
import type { Machine } from '../../src/execute/call-ports.ts'
import { openMachine } from '../../src/machine/machine.ts'
import type { PersistentProcesses } from '../../src/persistent/persistent-processes.ts'
import type { CallPowers } from '../../src/persistent/start-process.ts'
import type { Logger } from '../../src/ports/logger.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { PROCESS_PARTS, TEST_THREADS } from '../process-parts.ts'

export interface PersistentPlace {
  readonly root: string
  readonly dataDir: string
  readonly sandbox: Sandbox
  readonly mask?: (text: string) => string
  readonly logger?: Logger
}

export const NO_SANDBOX: Sandbox = { isolation: 'none', reason: 'the test wants none' }

const SILENT: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

export async function openMachineIn({ mask = (text) => text, logger = SILENT, ...place }: PersistentPlace): Promise<Machine> {
  const undoStore = openUndoStore({ folder: join(place.dataDir, 'undo'), root: place.root })
  return openMachine({ ...PROCESS_PARTS, ...place, mask, logger, searchThreads: TEST_THREADS, temporaries: UNKEPT, undoStore })
}

export const openPersistentIn = async (place: PersistentPlace): Promise<PersistentProcesses> => (await openMachineIn(place)).persistent

const newId = <Id extends string>(): Id => uuidv7<Id>(Date.now(), randomBytes(10))

/** Powers of another call each time. */
export const powersOfCall = (signal = new AbortController().signal): CallPowers => ({
  tool_id: newId<ExecutionId>(),
  attempt_id: newId<AttemptId>(),
  risk: 'MEDIUM',
  network: true,
  hidden: [],
  signal,
})
