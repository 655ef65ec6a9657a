// The part of @bcoe/v8-coverage that we use; the package has no types of its own.
declare module '@bcoe/v8-coverage' {
  import type { Profiler } from 'node:inspector'

  export function mergeScriptCovs(scripts: readonly Profiler.ScriptCoverage[]): Profiler.ScriptCoverage | undefined
}
