// Large values travel apart: a text over the inline limit is stored first and replaced by a reference to its digest.
import { LIMITS } from '@countersign/protocol'

export interface BodyReference {
  readonly $body: string
}

export const isBodyReference = (value: unknown): value is BodyReference =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1 && typeof (value as BodyReference).$body === 'string'

/** The same parameters with every text over `maxBytes` replaced by what `store` gives for it. Only a whole parameter may be a reference. */
export async function withBodies<Params>(
  params: Params,
  store: (content: Uint8Array) => Promise<string>,
  maxBytes: number = LIMITS.inlineValueBytes,
): Promise<Params> {
  const replace = async (value: unknown): Promise<unknown> => {
    // A UTF-16 unit takes at most three bytes: most texts need not be encoded to know that they fit.
    if (typeof value !== 'string' || value.length * 3 <= maxBytes) return value
    const content = new TextEncoder().encode(value)
    return content.length > maxBytes ? { $body: await store(content) } : value
  }
  const entries = Object.entries(params as Record<string, unknown>).map(async ([name, value]) => [name, await replace(value)] as const)
  return Object.fromEntries(await Promise.all(entries)) as Params
}
