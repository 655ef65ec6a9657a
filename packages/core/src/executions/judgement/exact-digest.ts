// What a grant for exactly one call is bound to: the tool and its whole parameters as the schema reads them. A text counts
// by the hash of its bytes, so that it is the same whether it came in place or by reference.
import { canonicalJson, type Digest, digestOf, referenceTo } from '@countersign/protocol'

export function exactDigest(toolName: string, input: Readonly<Record<string, unknown>>): Digest {
  const entries = Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? referenceTo(value) : value])
  return digestOf(canonicalJson({ tool_name: toolName, tool_params: Object.fromEntries(entries) }))
}
