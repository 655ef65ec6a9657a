// Body references: a text over 16 KB is stored apart and travels as `{"$body": "<sha256>"}` in its place.
// Only a whole parameter, or a whole field of a result, may be a reference. Finds, stores and resolves them; where the bodies
// are stored is the caller's business.
import { type Digest, digestOf, digestSchema } from '../digest/digest.ts'
import { LIMITS } from '../limits/limits.ts'

export interface BodyReference {
  readonly $body: Digest
}

type Fields = Readonly<Record<string, unknown>>

export function isBodyReference(value: unknown): value is BodyReference {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false
  return digestSchema.safeParse((value as { $body?: unknown }).$body).success
}

export const hasReference = (fields: Fields): boolean => Object.values(fields).some(isBodyReference)

/** The reference that stands for this text. */
export const referenceTo = (text: string): BodyReference => ({ $body: digestOf(text) })

export const findReferences = (fields: Fields): Record<string, BodyReference> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, BodyReference] => isBodyReference(entry[1])))

/** For reading the other fields: a reference without a text in `texts` becomes an empty text. */
export const withTexts = (fields: Fields, texts: Readonly<Record<string, string>> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isBodyReference(value) ? (texts[name] ?? '') : value]))

/** Replaces every text over `maxBytes` by a reference; `store` keeps its bytes and returns their digest. */
export async function storeLongTexts<Given extends object>(
  fields: Given,
  store: (content: Uint8Array<ArrayBuffer>) => Promise<Digest>,
  maxBytes: number = LIMITS.inlineValueBytes,
): Promise<Given> {
  const replaced = await mapFields(fields, async (value) => {
    // A UTF-16 unit takes at most three bytes: most texts need not be encoded to know that they fit.
    if (typeof value !== 'string' || value.length * 3 <= maxBytes) return value
    const content = new TextEncoder().encode(value)
    return content.length > maxBytes ? { $body: await store(content) } : value
  })
  return replaced as Given
}

/** Replaces every reference by what `fetch` gives for it; where that is undefined, the reference stays. */
export async function resolveReferences<Given extends object>(
  fields: Given,
  fetch: (digest: Digest, name: string) => Promise<string | undefined>,
): Promise<Given> {
  if (!Object.values(fields).some(isBodyReference)) return fields
  const resolve = async (value: unknown, name: string) => (isBodyReference(value) ? ((await fetch(value.$body, name)) ?? value) : value)
  return (await mapFields(fields, resolve)) as Given
}

/** The text of a body, or of its beginning. */
export const bodyText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** The same, but throws where the bytes are not UTF-8. */
export const strictBodyText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)

const mapFields = async (fields: object, map: (value: unknown, name: string) => Promise<unknown>): Promise<object> =>
  Object.fromEntries(await Promise.all(Object.entries(fields).map(async ([name, value]) => [name, await map(value, name)] as const)))
