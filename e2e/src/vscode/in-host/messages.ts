// What passes between a test and the extension that runs its functions: one JSON object per line.

/** Of the environment: where the test listens. */
export const SOCKET_VARIABLE = 'COUNTERSIGN_TEST_HOST'

export interface HostOrder {
  readonly id: number
  /** Of a function without names from outside it. */
  readonly source: string
  readonly argument: unknown
}

/** First that it is taken, then how it ended. */
export interface HostAnswer {
  readonly id: number
  readonly isTaken?: true
  readonly result?: unknown
  readonly error?: string
}
