// One function that a program entered.

export interface EnteredFunction {
  /** From the root of the repository. */
  readonly file: string
  /** Empty where it has none. */
  readonly name: string
  /** Where it starts in its file. */
  readonly at: number
}
