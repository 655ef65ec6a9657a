// Keeps what each call changed, so that it can be put back: whole calls or nothing, also when the runner is killed on the way.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ExecutionId, executionId, Failure, inEnglish, LIMITS, noFaults, sentence } from '@countersign/protocol'
import type { Undoer, UndoNote, Undone } from '@countersign/tools'
import type { RunnerFaults } from '../../ports/fault-points.ts'
import { NO_OPEN_BUFFERS, type OpenBuffers } from '../../ports/open-buffers.ts'
import { type Temporaries, UNKEPT } from '../staging/stage-file.ts'
import { type Step, storedBytes } from '../steps/step.ts'
import type { NameIn } from '../trees/rename-checked.ts'
import { bytesOf, type Change, type ChangeLog, openChangeLog, openSavedContents } from './change-log.ts'
import { findConflicts, type PlacedStep, placedSteps, putBack, type Surroundings, tidy } from './put-back.ts'
import { type Recovered, recoverChange } from './recover.ts'
import { undoChange } from './undo-change.ts'

export interface UndoLimits {
  readonly maxUndoBytesPerCall: number
  readonly maxUndoBytes: number
  readonly maxUndoCalls: number
}

export interface UndoStoreOptions {
  readonly folder: string
  /** The real path of the workspace. */
  readonly root: string
  readonly temporaries?: Temporaries
  readonly buffers?: OpenBuffers | undefined
  readonly limits?: UndoLimits
  readonly faults?: RunnerFaults | undefined
  readonly onUnreadable?: (lines: number) => void
  /** A failed call could not be put back. */
  readonly onStuck?: (id: ExecutionId, error: unknown) => void
}

export interface PlannedChange {
  readonly steps: readonly Step[]
  /** What the steps with these numbers replace. */
  readonly contents: ReadonlyMap<number, Uint8Array>
}

export interface BegunChange {
  /** Where what a step takes away is kept. */
  kept(step: number): NameIn
  /** False where the call is more than is kept; then only the name changes until the call is done. */
  readonly isKept: boolean
  /** To be said before each step: from here on it may have to be put back. */
  beginStep(step: number): Promise<void>
  /** A file that an editor saved holds something else than was planned. */
  setAfter(step: number, digest: string): Promise<void>
}

export interface Recorder {
  /**
   * Writes the plan down, lets it happen, and puts everything back where it fails. What changes nothing yet, such as writing new content
   * beside a file, may be done while the plan goes to the disk: the first step waits for it.
   */
  carryOut(plan: PlannedChange, apply: (begun: BegunChange) => Promise<void>): Promise<UndoNote | undefined>
}

interface Carrying {
  readonly apply: (begun: BegunChange) => Promise<void>
  readonly begun: Promise<void> | undefined
}

export interface UndoStore extends Undoer, Disposable {
  /** No step is taken before `begun`: then the journal has the call on the disk. */
  recorderFor(id: ExecutionId, begun?: Promise<void>): Recorder
  /** To be called once, before anything changes. */
  recover(): Promise<Recovered[]>
}

export function openUndoStore(options: UndoStoreOptions): UndoStore {
  const { folder, root, temporaries = UNKEPT, buffers = NO_OPEN_BUFFERS, limits = LIMITS, faults = noFaults, onUnreadable } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = openChangeLog(join(folder, 'changes.jsonl'), onUnreadable)
  const kept = openSavedContents(join(folder, 'kept'))
  kept.removeOthers(new Set(log.changes().map(({ id }) => id)))
  const surroundings: Surroundings = { kept, temporaries, buffers }

  async function carryOut(id: ExecutionId, plan: PlannedChange, { apply, begun: journalled }: Carrying) {
    if (log.get(id)) throw new Error(`the call ${id} has changed something already`)
    const bytes = plan.steps.reduce((sum, step) => sum + storedBytes(step), 0)
    const isKept = bytes <= limits.maxUndoBytesPerCall
    let change: Change = { id, root, state: 'intended', steps: plan.steps }
    const written = writeDown(change, plan.contents)
    // Whoever waits for it hears of a failure.
    written.catch(() => undefined)
    const begun = new Set<number>()
    const beginStep = async (step: number) => {
      await written
      await journalled
      await faults('before-change-step')
      begun.add(step)
    }
    const setAfter = async (step: number, after: string) => {
      const steps = change.steps.map((each, index) => (index === step && each.kind === 'put' ? { ...each, after } : each))
      change = { ...change, steps }
      await log.add(change)
    }
    try {
      await apply({ isKept, kept: (step) => ({ folder: kept.folder, name: kept.nameOf(id, step) }), beginStep, setAfter })
    } catch (error) {
      // What could not be written down was not begun.
      await written
      await takeBack(
        change,
        placedSteps(change, surroundings).filter((_, index) => begun.has(index)),
      )
      throw error
    }
    await faults('before-change-done')
    tidy(placedSteps(change, surroundings))
    log.setState(id, isKept ? 'done' : 'unkept')
    if (!isKept) kept.remove(id, plan.steps.length)
    prune(log, limits, (pruned) => forget(pruned))
    return isKept ? undefined : tooMuch(bytes, limits)
  }

  async function writeDown(change: Change, contents: PlannedChange['contents']): Promise<void> {
    try {
      await kept.add(change.id, contents)
      await log.add(change)
    } catch (error) {
      kept.remove(change.id, change.steps.length)
      throw new Failure('STORAGE', { subject: sentence('undo.not-kept') }, { cause: error })
    }
    await faults('after-change-written')
  }

  /** Where even that fails, the change stays written down, and the next start tries again. */
  async function takeBack(change: Change, steps: readonly PlacedStep[]): Promise<void> {
    try {
      await putBack(steps)
      // What is in the way of putting it back is somebody else's: then what was kept stays, so that nothing is lost.
      if ((await findConflicts(steps)).length > 0) log.setState(change.id, 'done')
      else forget(change)
    } catch (error) {
      options.onStuck?.(change.id, error)
    }
  }

  function forget({ id, steps }: Change): void {
    log.drop(id)
    kept.remove(id, steps.length)
  }

  const undoing = new Set<ExecutionId>()
  /** One at a time of each call: a second would put back what the first has put back already. */
  async function undoOnce(id: ExecutionId): Promise<Undone> {
    if (undoing.has(id)) throw new Failure('ALREADY_SETTLED', { subject: sentence('undo.being-undone', { call: id }) })
    undoing.add(id)
    try {
      return await undoChange(id, { root, log, ...surroundings, faults })
    } finally {
      undoing.delete(id)
    }
  }

  return {
    recorderFor: (id, begun) => ({ carryOut: (plan, apply) => carryOut(id, plan, { apply, begun }) }),
    undo: async (id) => undoOnce(executionId.parse(id)),
    async recover() {
      const unfinished = log.changes().filter((change) => change.root === root && ['intended', 'undoing'].includes(change.state))
      const recovered: Recovered[] = []
      // The last first: it may stand on what an earlier one did.
      for (const change of unfinished.toReversed()) recovered.push(await recoverChange(change, log, surroundings))
      await log.sync()
      return recovered
    },
    [Symbol.dispose]: () => {
      log.close()
      kept[Symbol.dispose]()
    },
  }
}

function tooMuch(bytes: number, { maxUndoBytesPerCall }: UndoLimits): UndoNote {
  const why = sentence('undo.over-limit', { bytes, count: maxUndoBytesPerCall })
  return { possible: false, why: inEnglish(why), why_form: why }
}

/** The oldest go first. What is under way stays. */
function prune(log: ChangeLog, { maxUndoBytes, maxUndoCalls }: UndoLimits, forget: (change: Change) => void): void {
  const changes = log.changes()
  let [bytes, calls] = [changes.reduce((sum, change) => sum + bytesOf(change), 0), changes.length]
  for (const change of changes) {
    if (bytes <= maxUndoBytes && calls <= maxUndoCalls) return
    if (change.state === 'intended' || change.state === 'undoing') continue
    bytes -= bytesOf(change)
    calls--
    forget(change)
  }
}
