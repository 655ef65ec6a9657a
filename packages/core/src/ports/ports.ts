// What the engine needs from outside. Time, randomness, keys and disks enter here and nowhere else.
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
  /** With `maxBytes`, at most the beginning of it. */
  get(project: ProjectId, digest: Digest, maxBytes?: number): Promise<Uint8Array | undefined>
  /** In bytes; undefined if there is no such body. */
  size(project: ProjectId, digest: Digest): Promise<number | undefined>
}

/** Live output of commands, kept until pruned and readable by byte offset. Bytes that never arrived are recorded as a gap. */
export interface Outputs {
  append(execution: string, offset: number, bytes: Uint8Array): Promise<void>
  read(execution: string, after: number, maxBytes: number): Promise<OutputPart>
}

export interface OutputPart {
  /** The offset of `bytes`: later than `after` if a gap had to be skipped. A part ends where the next gap begins. */
  readonly start: number
  readonly bytes: Uint8Array
  /** The end of all stored bytes, and how many are missing before it. */
  readonly end: number
  readonly missing: number
}

/** "Project P has events up to N", to and from other nodes. Losing such a message delays events but never loses them. */
export interface Bus {
  wake(project: ProjectId, seq: number): void
  onWake(listener: (project: ProjectId, seq: number) => void): () => void
}

/** Parses shell lines. Loaded when the first call needs it; without it, shell lines are refused. */
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
  /** If omitted, nothing happens at the fault points. */
  readonly faults?: ((point: FaultPoint) => void) | undefined
  /**
   * Called with everything that is written to the log or sent: tests validate it against the registry. Elsewhere the types alone ensure
   * this.
   */
  readonly checkEvent?: ((event: EventDraft | TransientEvent) => void) | undefined
  /** Reports a defect in background work: it is logged, never swallowed. */
  readonly onDefect: (error: unknown, where: string) => void
}
