// The field `undo` of a result, and its text: present only if the call cannot be undone.
import * as z from 'zod'
import type { ChangeOutcome } from '../hosts/workspace.ts'

const undoNote = z.strictObject({ possible: z.literal(false), why: z.string() })

export const undoField = { undo: undoNote.optional().describe('Given only where the call cannot be undone') }

export const undoOf = ({ undo }: ChangeOutcome): { undo?: z.input<typeof undoNote> } => (undo ? { undo } : {})

export const describeUndo = ({ undo }: ChangeOutcome): string => (undo ? ` It cannot be undone: ${undo.why}.` : '')
