// Which names a listing shows: by its pattern, which counts from the listed folder, and by the habit that dot names must be meant.
import { createMatcher, expandBraces } from '@countersign/policy'
import { compileName, type NameTest } from './name-test.ts'

export interface ListFilter {
  /** Whether an entry of this name, or anything below it, can match at all. */
  mayShow(name: string): boolean
  /** The test for the names of one folder, which is given from the listed folder on; '' is that folder itself. */
  in(folder: string): NameTest
}

export function createListFilter(pattern: string): ListFilter {
  const patterns = expandBraces(pattern)
  const meansDots = patterns.some((alternative) => alternative.split('/').some((segment) => segment.startsWith('.') && segment !== '.'))
  const tests = patterns.map(compilePattern)
  return {
    mayShow: (name) => meansDots || !name.startsWith('.'),
    in: (folder) => {
      const [first = NOTHING, ...others] = tests.map((test) => test(folder))
      return others.length === 0 ? first : (name) => first(name) || others.some((test) => test(name))
    },
  }
}

export const EVERYTHING: ListFilter = { mayShow: () => true, in: () => () => true }

const NOTHING: NameTest = () => false

/** Without a slash the pattern speaks of names at any depth, but not of what lies inside dot folders. */
function compilePattern(pattern: string): (folder: string) => NameTest {
  if (!pattern.includes('/')) {
    const test = compileName(pattern)
    return (folder) => (folder.startsWith('.') || folder.includes('/.') ? NOTHING : test)
  }
  const matches = createMatcher(withoutIdleSegments(pattern))
  return (folder) => {
    const above = folder === '' ? [] : folder.split('/')
    return (name) => matches([...above, name])
  }
}

const withoutIdleSegments = (pattern: string): string =>
  pattern
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
