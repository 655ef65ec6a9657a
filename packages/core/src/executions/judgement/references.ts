// Values over 16 KB travel as `{"$body": "<sha256>"}` in place of the value. Only top-level parameters may be references.
import { type Digest, digestSchema } from '@countersign/protocol'
import type { AnyTool } from '@countersign/tools'

export interface BodyReference {
  readonly $body: Digest
}

type Params = Record<string, unknown>

export function isReference(value: unknown): value is BodyReference {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false
  return digestSchema.safeParse((value as { $body?: unknown }).$body).success
}

export const findReferences = (params: Params): Record<string, BodyReference> =>
  Object.fromEntries(Object.entries(params).filter((entry): entry is [string, BodyReference] => isReference(entry[1])))

/** A reference stands for some text: its own where that was read, else one whose words no judgement depends on. */
export const withTexts = (params: Params, texts: Readonly<Record<string, string>> = {}): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isReference(value) ? (texts[name] ?? '') : value]))

/** References whose text must be read before a call can be judged: what the tool judges whole, and all that a question shows. */
export const wholeReferences = (tool: AnyTool, params: Params): Record<string, BodyReference> =>
  Object.fromEntries(Object.entries(findReferences(params)).filter(([name]) => tool.question || tool.judgesWhole?.includes(name)))
