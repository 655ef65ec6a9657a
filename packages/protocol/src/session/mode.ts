// How the calls of a project are judged, and what its list of commands is made of.
import * as z from 'zod'

/**
 * How the calls of a project are judged. `strict`: the closed list of commands, every shell line is asked. `ask`: everyday commands, reading
 * runs at once, changes are asked. `rehearse`: as `ask`, and what changes only the workspace runs in a layer of its own until it is reviewed.
 */
export const MODES = ['strict', 'ask', 'rehearse'] as const
export const modeSchema = z.enum(MODES)
export type Mode = z.infer<typeof modeSchema>

/** The lower of two modes, by the order of `MODES`: a cap lowers a mode and never raises it. */
export const lowerMode = (one: Mode, other: Mode): Mode => (MODES.indexOf(one) <= MODES.indexOf(other) ? one : other)

/** One entry of a project's list of commands: the commands of a toolchain (`rust`), or one command (`terraform plan`). */
export const listEntrySchema = z.strictObject({ kind: z.enum(['toolchain', 'command']), name: z.string().min(1).max(200) })
export type ListEntry = z.infer<typeof listEntrySchema>
