// What the engine needs from outside. Time, randomness, keys and disks come in here and nowhere else.
import type { ParseShellLine } from '@countersign/policy'
import type { ClearanceClaims, Digest, EventDraft, ProjectId, TransientEvent } from '@countersign/protocol'
import type { FaultPoint } from './fault-points.ts'
import type { Store } from './store.ts'

export interface Clock {
  now(): number
}

export interface Ids {
  next<Id extends string>(): Id
}

export interface ClearanceSigner {
  sign(clearance: ClearanceClaims): string
  /** The public key as a JWK, which a runner pins. */
  readonly publicKey: Record<string, unknown>
}

/** Large or raw values, by the hash of their bytes. */
export interface Bodies {
  put(project: ProjectId, bytes: Uint8Array): Promise<Digest>
  /** With `maxBytes` at most the beginning. */
  get(project: ProjectId, digest: Digest, maxBytes?: number): Promise<Uint8Array | undefined>
  /** In bytes; undefined where there is no such body. */
  size(project: ProjectId, digest: Digest): Promise<number | undefined>
}

/** Live output of commands, kept until pruned and readable by byte offset. What never came is a gap, and known as one. */
export interface Outputs {
  append(execution: string, offset: number, bytes: Uint8Array): Promise<void>
  read(execution: string, after: number, maxBytes: number): Promise<OutputPart>
}

export interface OutputPart {
  /** Where `bytes` begin: behind `after` where a gap is there, which is skipped. A part ends where the next gap begins. */
  readonly start: number
  readonly bytes: Uint8Array
  /** Where all that is kept ends, and how much is missing before that. */
  readonly end: number
  readonly missing: number
}

/** "Project P has events up to N", to and from other nodes. Losing one delays, never loses. */
export interface Bus {
  wake(project: ProjectId, seq: number): void
  onWake(listener: (project: ProjectId, seq: number) => void): () => void
}

/** Reads shell lines. Loaded when the first call needs it; without it shell lines are refused. */
export interface ShellGrammar {
  load(): Promise<ParseShellLine>
}

export interface Ports {
  readonly store: Store
  readonly bus: Bus
  readonly bodies: Bodies
  readonly outputs: Outputs
  readonly clock: Clock
  readonly ids: Ids
  readonly signer: ClearanceSigner
  readonly shellGrammar?: ShellGrammar
  /** Left out, nothing happens at the fault points. */
  readonly faults?: ((point: FaultPoint) => void) | undefined
  /** Called with everything that is written to the log or sent: tests hold it against the registry. Types alone do so elsewhere. */
  readonly checkEvent?: ((event: EventDraft | TransientEvent) => void) | undefined
  /** A defect somewhere in the background: logged, never swallowed. */
  readonly onDefect: (error: unknown, where: string) => void
}
