// What a fuzzer is: it tries cases round by round. The same seed makes the same cases, so that a failure can be had again.

export interface FailedCase {
  /** The smallest that still fails, as it can be pasted into a test. */
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
  /** What a case is, in the plural. */
  readonly cases: string
  /** How many are tried where neither a number nor a time is given. */
  readonly usualCount: number
  open(): Promise<Session>
}
