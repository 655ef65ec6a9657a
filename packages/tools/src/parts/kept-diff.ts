// The part of a write or an edit that a person kept, as a diff that only an answer can add to the parameters: agents do not have it.
import { Failure, sentence } from '@countersign/protocol'
import * as z from 'zod'
import type { FileContent } from '../hosts/workspace.ts'
import { applyPatchToFiles } from '../patches/apply/apply-patch-to-files.ts'
import { parsePatch } from '../patches/parse/parse-patch.ts'

export const keptDiff = { kept_diff: z.string().optional() }

export interface KeptDiff {
  readonly kept_diff?: string | undefined
}

export const countHunks = (diff: string): number => parsePatch(diff).total

/** What the file holds afterwards. The base digest has been checked: its lines are those that were shown. */
export function applyKeptDiff(diff: string, path: string, current: FileContent | undefined): Uint8Array {
  const patch = parsePatch(diff)
  const [changed, ...others] = applyPatchToFiles(patch, new Map([[path, current]]))
  if (changed?.path !== path || others.length > 0 || !changed.after)
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('part.other-file', { path }) })
  return changed.after
}
