// The globs of a rule as a test of names. Names are compared as the most forgiving file system would, and a leading dot needs no explicit
// match.
import { createMatcher, expandBraces } from '../glob/index.ts'
import { foldName } from '../path/index.ts'

export type PathTest = (path: string) => boolean

export function createPathTest(globs: readonly string[]): PathTest {
  const matchers = globs.flatMap(expandBraces).map((glob) => createMatcher(foldName(glob), { anyDot: true }))
  return (path) => {
    const names = foldName(path).split('/')
    return matchers.some((matches) => matches(names))
  }
}

/** The path itself, or a folder that contains it. */
export function isNamedOrBelow(test: PathTest, path: string): boolean {
  const names = path.split('/')
  return names.some((_, index) => test(names.slice(0, index + 1).join('/')))
}
