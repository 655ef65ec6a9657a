// After a kill: a call that was half done is put back, one that was whole is done, an undo that was half done is finished.
import { inEnglish } from '@countersign/protocol'
import type { Change, ChangeLog } from './change-log.ts'
import { conditionOf, findConflicts, placedSteps, putBack, type Surroundings, tidy } from './put-back.ts'

export interface Recovered {
  readonly tool_id: string
  readonly outcome: 'put back' | 'was complete' | 'undo finished' | 'left as it is'
  /** Files that somebody changed meanwhile, which stay as they are. */
  readonly conflicts: readonly string[]
}

export async function recoverChange(change: Change, log: ChangeLog, surroundings: Surroundings): Promise<Recovered> {
  const steps = placedSteps(change, surroundings)
  const { id: tool_id } = change
  if (change.state === 'intended' && (await isComplete(steps))) {
    tidy(steps)
    log.setState(tool_id, 'done')
    return { tool_id, outcome: 'was complete', conflicts: [] }
  }
  const conflicts = (await findConflicts(steps)).map(inEnglish)
  await putBack(steps)
  // What could not be put back stays kept, so that nothing is lost.
  if (conflicts.length > 0) {
    log.setState(tool_id, 'done')
    return { tool_id, outcome: 'left as it is', conflicts }
  }
  tidy(steps)
  if (change.state === 'undoing') log.setState(tool_id, 'undone')
  else log.drop(tool_id)
  surroundings.kept.remove(tool_id, change.steps.length)
  return { tool_id, outcome: change.state === 'intended' ? 'put back' : 'undo finished', conflicts }
}

async function isComplete(steps: ReturnType<typeof placedSteps>): Promise<boolean> {
  for (const placed of steps) if ((await conditionOf(placed)) !== 'after') return false
  return true
}
