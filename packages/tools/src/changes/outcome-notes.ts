// What a result says besides the change itself: that it cannot be undone, that it was joined with what the person typed meanwhile, that
// the editor saved something else. Each field is present only if there is something to say.
import { sentenceSchema } from '@countersign/protocol'
import * as z from 'zod'
import type { ChangeOutcome } from '../hosts/workspace.ts'

const undoNote = z.strictObject({ possible: z.literal(false), why: z.string(), why_form: sentenceSchema.optional() })

export const undoField = { undo: undoNote.optional().describe('Given only where the call cannot be undone') }

export const undoOf = ({ undo }: ChangeOutcome): { undo?: z.input<typeof undoNote> } => (undo ? { undo } : {})

export const describeUndo = ({ undo }: ChangeOutcome): string => (undo ? ` It cannot be undone: ${undo.why}.` : '')

export const outcomeFields = {
  ...undoField,
  merged: z.array(z.string()).optional().describe('Files that the person had typed on in the editor: both changes are in them'),
  changed_on_save: z.array(z.string()).optional().describe('Files that the editor saved otherwise, as a formatter does'),
}

interface OutcomeNotes extends ReturnType<typeof undoOf> {
  merged?: string[]
  changed_on_save?: string[]
}

export const notesOf = (outcome: ChangeOutcome): OutcomeNotes => ({
  ...undoOf(outcome),
  ...(outcome.merged?.length && { merged: [...outcome.merged] }),
  ...(outcome.changedOnSave?.length && { changed_on_save: [...outcome.changedOnSave] }),
})

type GivenNotes = { readonly [field in keyof OutcomeNotes]?: OutcomeNotes[field] | undefined }

export function describeNotes({ undo, merged, changed_on_save }: GivenNotes): string {
  const joined = merged
    ? ` The person had typed on in ${merged.join(', ')}; both changes are in it now. Read it again before the next change.`
    : ''
  const saved = changed_on_save
    ? ` The editor changed ${changed_on_save.join(', ')} when it saved. Read it again before the next change.`
    : ''
  return joined + saved + describeUndo({ undo })
}
