// Puts back the steps of one call, the last first, as far as they were done. The same after a failure, after a kill, and for an undo.
import { printable } from '@countersign/policy'
import { Failure, type Sentence, sentence } from '@countersign/protocol'
import { fileFailure } from '../../disk/file-failure.ts'
import type { OpenBuffers } from '../../ports/open-buffers.ts'
import type { Temporaries } from '../staging/stage-file.ts'
import { kindOf } from '../steps/index.ts'
import type { Step } from '../steps/step.ts'
import type { Condition, StepPlace } from '../steps/step-kind.ts'
import type { Change, SavedContents } from './change-log.ts'

export interface Surroundings {
  readonly kept: SavedContents
  readonly temporaries: Temporaries
  readonly buffers: OpenBuffers
}

export interface PlacedStep {
  readonly step: Step
  readonly place: StepPlace
}

export function placedSteps(
  { id, root, steps }: Pick<Change, 'id' | 'root' | 'steps'>,
  { kept, temporaries, buffers }: Surroundings,
): PlacedStep[] {
  return steps.map((step, index) => ({
    step,
    place: {
      root,
      temporaries,
      buffers,
      kept: { folder: kept.folder, name: kept.nameOf(id, index) },
      filled: new Set(steps.slice(index + 1).flatMap((later) => (later.kind === 'move' ? [later.to] : []))),
    },
  }))
}

/** What cannot be looked at any more (a link in its place, a folder that became a file) is a conflict, not a defect. */
export async function conditionOf({ step, place }: PlacedStep): Promise<Condition> {
  try {
    return await kindOf(step).conditionOf(step, place)
  } catch (error) {
    const failure = fileFailure(error, pathOf(step))
    if (failure instanceof Failure) return { conflict: sentence('undo.unreachable', { why: failure.messageForm }) }
    throw error
  }
}

export const pathOf = (step: Step): string => (step.kind === 'move' ? step.from : step.path)

/** In words, naming the files; empty where all of it can be put back. */
export async function findConflicts(steps: readonly PlacedStep[]): Promise<Sentence[]> {
  const conflicts: Sentence[] = []
  for (const placed of steps) {
    const condition = await conditionOf(placed)
    if (typeof condition === 'object')
      conflicts.push(sentence('undo.conflict', { path: printable(pathOf(placed.step)), what: condition.conflict }))
  }
  return conflicts
}

/** Gives the steps that were put back; leaves alone what is not as the step left it. */
export async function putBack(steps: readonly PlacedStep[], onStep?: () => void | Promise<void>): Promise<Step[]> {
  const done: Step[] = []
  for (const placed of steps.toReversed()) {
    if ((await conditionOf(placed)) !== 'after') continue
    await kindOf(placed.step).putBack(placed.step, placed.place)
    done.push(placed.step)
    await onStep?.()
  }
  return done
}

export function tidy(steps: readonly PlacedStep[]): void {
  for (const { step, place } of steps) kindOf(step).tidy?.(step, place)
}
