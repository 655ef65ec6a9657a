// The text of the step that a model is writing. Pieces are sent as transient events and kept in memory until the step is recorded: a reader
// who arrives in the middle of a step gets the beginning by REST.
import { LIMITS, type PartialStep, type Turn, type TurnId } from '@countersign/protocol'
import type { Feed } from '../feed/feed.ts'

export interface StepTexts {
  /** A piece at offset 0 starts the step again. */
  add(turn: Turn, piece: { readonly offset: number; readonly text: string }): void
  /** Null if the model has not written anything in this step yet, or the step is recorded. */
  of(turn: Turn): PartialStep | null
  end(turn: Turn): void
}

export function createStepTexts({ publishTransient }: Pick<Feed, 'publishTransient'>): StepTexts {
  const partials = new Map<TurnId, PartialStep>()
  return {
    add: ({ id, session_id, project_id, steps }, { offset, text }) => {
      const before = partials.get(id)
      const isNext = before?.step === steps && before.next === offset
      const whole = { step: steps, offset: isNext ? before.offset : offset, text: isNext ? before.text + text : text }
      partials.set(id, { ...withinLimit(whole), next: offset + text.length })
      publishTransient(project_id, { type: 'chat.delta', payload: { turn_id: id, session_id, step: steps, offset, text } })
    },
    of: ({ id, steps }) => {
      const partial = partials.get(id)
      return partial?.step === steps ? partial : null
    },
    end: ({ id }) => void partials.delete(id),
  }
}

type StepText = Omit<PartialStep, 'next'>

/**
 * Drops the beginning of a text that is too long, many characters at a time: cutting for each piece would copy the whole text each time.
 */
function withinLimit({ step, offset, text }: StepText): StepText {
  if (text.length <= LIMITS.maxPartialStepCharacters) return { step, offset, text }
  const dropped = text.length - LIMITS.maxPartialStepCharacters / 2
  return { step, offset: offset + dropped, text: text.slice(dropped) }
}
