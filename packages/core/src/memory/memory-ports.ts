// Bodies and outputs in memory.
import { type Digest, digestOf, type ProjectId } from '@countersign/protocol'
import { planRead } from '../ports/output-spans.ts'
import type { Bodies, Outputs } from '../ports/ports.ts'

export function createMemoryBodies(): Bodies {
  const bodies = new Map<string, Uint8Array>()
  const key = (project: ProjectId, digest: Digest) => `${project}/${digest}`
  return {
    put: async (project, bytes) => {
      const digest = digestOf(bytes)
      bodies.set(key(project, digest), bytes)
      return digest
    },
    get: async (project, digest, maxBytes) => bodies.get(key(project, digest))?.slice(0, maxBytes),
    size: async (project, digest) => bodies.get(key(project, digest))?.length,
  }
}

export function createMemoryOutputs(): Outputs {
  const outputs = new Map<string, Map<number, Uint8Array>>()
  return {
    append: async (execution, offset, bytes) => {
      const pieces = outputs.get(execution) ?? new Map<number, Uint8Array>()
      outputs.set(execution, pieces.set(offset, bytes))
    },
    read: async (execution, after, maxBytes) => {
      const pieces = outputs.get(execution) ?? new Map<number, Uint8Array>()
      const spans = Array.from(pieces, ([start, { length }]) => ({ start, length }))
      const { start, parts, ...extent } = planRead(spans, after, maxBytes)
      const bytes = parts.flatMap(({ span, skip, length }) => [...(pieces.get(span.start) as Uint8Array).subarray(skip, skip + length)])
      return { start, bytes: Uint8Array.from(bytes), ...extent }
    },
  }
}
