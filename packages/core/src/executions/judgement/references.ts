// Which body references of a call must be read before it can be judged.
import { type BodyReference, findReferences } from '@countersign/protocol'
import type { AnyTool } from '@countersign/tools'

/** What the tool judges whole, and everything that a question shows. */
export const wholeReferences = (tool: AnyTool, params: Record<string, unknown>): Record<string, BodyReference> =>
  Object.fromEntries(Object.entries(findReferences(params)).filter(([name]) => tool.question || tool.judgesWhole?.includes(name)))
