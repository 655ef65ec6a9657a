// Long values are bodies in the records and texts on this channel: what comes in is stored apart, what goes out is put back.
import type { Core } from '@countersign/core'
import { type Digest, digestSchema, LIMITS, type ProjectId } from '@countersign/protocol'

type Params = Record<string, unknown>

export async function storeLongTexts({ bodies }: Core, project: ProjectId, params: Params): Promise<Params> {
  const store = async (value: unknown): Promise<unknown> => {
    if (typeof value !== 'string' || value.length * 3 <= LIMITS.inlineValueBytes) return value
    const bytes = Buffer.from(value)
    return bytes.length > LIMITS.inlineValueBytes ? { $body: await bodies.put(project, bytes) } : value
  }
  return mapValues(params, store)
}

/** A value that is longer than this channel carries stays a reference, and so does one that was pruned. */
export async function putTextsBack({ bodies }: Core, project: ProjectId, params: Params): Promise<Params> {
  const putBack = async (value: unknown): Promise<unknown> => {
    const digest = referenceOf(value)
    if (!digest) return value
    const size = await bodies.size(project, digest)
    if (size === undefined || size > LIMITS.maxDiffBytes) return value
    const bytes = await bodies.get(project, digest)
    return bytes ? Buffer.from(bytes).toString('utf8') : value
  }
  return mapValues(params, putBack)
}

export const hasReference = (params: Params): boolean => Object.values(params).some((value) => referenceOf(value) !== undefined)

function referenceOf(value: unknown): Digest | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return undefined
  const parsed = digestSchema.safeParse((value as { $body?: unknown }).$body)
  return parsed.success ? parsed.data : undefined
}

const mapValues = async (params: Params, map: (value: unknown) => Promise<unknown>): Promise<Params> =>
  Object.fromEntries(await Promise.all(Object.entries(params).map(async ([name, value]) => [name, await map(value)] as const)))
