// One function that a program entered.

export interface EnteredFunction {
  /** Relative to the root of the repository. */
  readonly file: string
  /** Empty if it has none. */
  readonly name: string
  /** Where it starts in its file. */
  readonly at: number
}
