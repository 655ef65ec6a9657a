// The interface of a fuzzer: it tries cases in rounds. The same seed makes the same cases, so that a failure can be reproduced.

export interface FailedCase {
  /** The smallest case that still fails, ready to be pasted into a test. */
  readonly smallest: string
  readonly why: string
}

export interface Round {
  /** How many cases were tried. */
  readonly done: number
  readonly failed?: FailedCase
}

export interface Session extends AsyncDisposable {
  round(seed: number): Promise<Round>
}

export interface Fuzzer {
  readonly name: string
  /** What a case is called, in the plural. */
  readonly cases: string
  /** How many are tried if neither a number nor a time is given. */
  readonly usualCount: number
  open(): Promise<Session>
}
