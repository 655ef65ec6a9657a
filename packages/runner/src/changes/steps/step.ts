// What one call does to the names of the workspace, step by step, as it is written down before the first of them.
// Each step can be told apart, done or not, by looking at the disk, and each can be put back.
import { digestSchema } from '@countersign/protocol'
import * as z from 'zod'

const path = z.string()

const attributesSchema = z.object({ mode: z.int(), uid: z.int(), gid: z.int() })

/** A folder was made. */
const folderStep = z.object({ kind: z.literal('folder'), path })

/** A file got content. What it held is kept; null where there was no file. */
const putStep = z.object({
  kind: z.literal('put'),
  path,
  before: z
    .object({
      sha256: digestSchema,
      size: z.int(),
      /** In seconds. */
      accessed: z.number(),
      modified: z.number(),
      /** Only where the call changed owner or mode too, by renaming another file over this one. */
      attributes: attributesSchema.optional(),
      /** The name of `attributes` in records of earlier versions. */
      dress: attributesSchema.optional(),
    })
    .nullable(),
  after: digestSchema,
  /** Where an editor held `before` unsaved: what the disk had. */
  unsaved_over: digestSchema.optional(),
})

/** A file or folder went to the trash. `aside` and `back` are names in its folder, used where the trash is on another disk. */
const trashStep = z.object({ kind: z.literal('trash'), path, digest: digestSchema, size: z.int(), aside: z.string(), back: z.string() })

/** A file or folder got another name. `ino` is the object's number on its disk, whatever its name. */
const moveStep = z.object({ kind: z.literal('move'), from: path, to: path, digest: digestSchema, ino: z.string() })

export const stepSchema = z.discriminatedUnion('kind', [folderStep, putStep, trashStep, moveStep])
export type Step = z.infer<typeof stepSchema>
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/** What has to be kept of the step for putting it back. */
export function storedBytes(step: Step): number {
  if (step.kind === 'trash') return step.size
  return step.kind === 'put' ? (step.before?.size ?? 0) : 0
}
