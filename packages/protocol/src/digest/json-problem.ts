// What JSON text can say and no code here may be given: values so deep that walking them overflows the stack, and numbers like 1e400,
// which are read as infinite. Looked for level by level, so that the depth itself does no harm.
import { LIMITS } from '../limits/limits.ts'

/** Why nothing can be done with the value, in words; undefined where it is as it should be. */
export function jsonProblem(value: unknown): string | undefined {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (level.some((item) => typeof item === 'number' && !Number.isFinite(item))) return 'a number in it is too large'
    if (depth > LIMITS.maxJsonDepth) return `it is nested deeper than ${LIMITS.maxJsonDepth} levels`
    level = level.filter(isNested).flatMap((item) => Object.values(item))
  }
  return undefined
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null
