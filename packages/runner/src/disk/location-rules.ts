// What rules say about locations in the workspace while one call uses them: a port, so that code that opens files can ask
// without knowing where the rules come from.

export interface LocationRules {
  /** Globs of what the call must not see: left out where a tool walks, and covered in the sandbox. */
  readonly hidden: readonly string[]
  /** Throws where the call must not use what has this real name. */
  check(name: string): void
}

export const NO_LOCATION_RULES: LocationRules = { hidden: [], check: () => undefined }
