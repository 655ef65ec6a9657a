// Bus, bodies and outputs in one process.
import { type Digest, digestOf, type ProjectId } from '@countersign/protocol'
import type { Bodies, Bus, Outputs } from '../ports/ports.ts'

export function createMemoryBus(): Bus {
  const listeners = new Set<(project: ProjectId, seq: number) => void>()
  return {
    wake: (project, seq) => {
      for (const listener of listeners) listener(project, seq)
    },
    onWake: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

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
  const outputs = new Map<string, Uint8Array>()
  const NOTHING = new Uint8Array()
  return {
    append: async (execution, offset, bytes) => {
      const before = outputs.get(execution) ?? NOTHING
      const joined = new Uint8Array(Math.max(before.length, offset + bytes.length))
      joined.set(before)
      joined.set(bytes, offset)
      outputs.set(execution, joined)
    },
    read: async (execution, after, maxBytes) => {
      const bytes = (outputs.get(execution) ?? NOTHING).slice(after, after + maxBytes)
      return { bytes, next: after + bytes.length }
    },
  }
}
