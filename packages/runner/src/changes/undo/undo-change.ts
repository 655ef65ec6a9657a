// Undoes one call: everything that it changed, if all of it is still as the call left it, or nothing.
import { type ExecutionId, Failure, inEnglish, sentence } from '@countersign/protocol'
import type { Undone } from '@countersign/tools'
import type { RunnerFaults } from '../../ports/fault-points.ts'
import type { Step } from '../steps/step.ts'
import type { Change, ChangeLog } from './change-log.ts'
import { conditionOf, findConflicts, placedSteps, putBack, type Surroundings, tidy } from './put-back.ts'

export interface UndoPorts extends Surroundings {
  readonly root: string
  readonly log: ChangeLog
  readonly faults: RunnerFaults
}

export async function undoChange(id: ExecutionId, ports: UndoPorts): Promise<Undone> {
  const { log, kept, faults } = ports
  const change = requireUndoable(log.get(id), id, ports.root)
  const steps = placedSteps(change, ports)
  const conflicts = await findConflicts(steps)
  if (conflicts.length > 0)
    throw new Failure('FILE_CHANGED', { subject: sentence('undo.conflicts', { conflicts }), conflicts: conflicts.map(inEnglish) })
  log.setState(id, 'undoing')
  await log.sync()
  try {
    const done = await putBack(steps, () => faults('after-undo-step'))
    tidy(steps)
    log.setState(id, 'undone')
    await log.sync()
    kept.remove(id, steps.length)
    return describeUndone(done, new Set((await missingFolders(steps)).map((step) => step.path)))
  } catch (error) {
    // What is put back already counts as undone when it is tried again.
    log.setState(id, 'done')
    throw error
  }
}

function requireUndoable(change: Change | undefined, id: ExecutionId, root: string): Change {
  if (!change) throw new Failure('NOT_FOUND', { subject: sentence('undo.nothing-kept', { call: id }) })
  if (change.root !== root)
    throw new Failure('NOT_FOUND', { subject: sentence('undo.other-workspace', { call: id, workspace: change.root }) })
  if (change.state === 'done') return change
  if (change.state === 'unkept') throw new Failure('NOT_FOUND', { subject: sentence('undo.too-much', { call: id }) })
  if (change.state === 'intended') throw new Failure('ALREADY_SETTLED', { subject: sentence('undo.still-running', { call: id }) })
  throw new Failure('ALREADY_SETTLED', { subject: sentence('undo.undone-already', { call: id }) })
}

/** A folder that is not empty stays. */
async function missingFolders(steps: ReturnType<typeof placedSteps>): Promise<Extract<Step, { kind: 'folder' }>[]> {
  const missing: Extract<Step, { kind: 'folder' }>[] = []
  for (const placed of steps) if (placed.step.kind === 'folder' && (await conditionOf(placed)) === 'before') missing.push(placed.step)
  return missing
}

function describeUndone(steps: readonly Step[], removedFolders: ReadonlySet<string>): Undone {
  const [restored, removed]: [string[], string[]] = [[], []]
  for (const step of steps) {
    if (step.kind === 'move') {
      restored.push(step.from)
      removed.push(step.to)
    } else if (step.kind === 'trash' || (step.kind === 'put' && step.before)) restored.push(step.path)
    else if (step.kind === 'put' || removedFolders.has(step.path)) removed.push(step.path)
  }
  return { restored, removed }
}
