// The rules of one .gitignore, as git reads them: the last rule that matches decides, `!` takes back, `/` anchors.
import { createMatcher } from '@countersign/policy'
import { compileName } from './name-test.ts'

interface IgnoreRule {
  readonly isNegated: boolean
  readonly isFolderOnly: boolean
  readonly matches: (above: readonly string[], name: string) => boolean
}

export interface IgnoreRules {
  /**
   * True: ignored, false: taken back by `!`, undefined: no rule of this file speaks of it. `above` are the folders
   * between the file with the rules and the name.
   */
  test(above: readonly string[], name: string, isFolder: boolean): boolean | undefined
}

export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap(parseLine).reverse()
  return {
    test: (above, name, isFolder) => {
      for (const rule of rules) if ((isFolder || !rule.isFolderOnly) && rule.matches(above, name)) return !rule.isNegated
      return undefined
    },
  }
}

function parseLine(line: string): IgnoreRule[] {
  if (line.startsWith('#')) return []
  const isNegated = line.startsWith('!')
  const text = withoutTrailingBlanks(isNegated ? line.slice(1) : line)
  const isFolderOnly = text.endsWith('/')
  const pattern = isFolderOnly ? text.slice(0, -1) : text
  if (pattern === '') return []
  return [{ isNegated, isFolderOnly, matches: matcherOf(pattern) }]
}

function withoutTrailingBlanks(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ' && text[end - 2] !== '\\') end--
  return text.slice(0, end)
}

/** Without a slash the last name decides, at any depth; with one the whole path from the folder of the file. */
function matcherOf(pattern: string): IgnoreRule['matches'] {
  if (!pattern.includes('/')) {
    const test = compileName(pattern, true)
    return (_, name) => test(name)
  }
  // `a/**` is what lies in `a`, not `a` itself.
  const segments = pattern
    .replace(/^\//, '')
    .split('/')
    .map((segment) => (/^\*{2,}$/.test(segment) ? '**' : segment))
  const matches = createMatcher(segments.join('/').replace(/\/\*\*$/, '/**/*'), { anyDot: true })
  // Most names are told apart by the last one alone, and a pattern that spans no folders by how many there are.
  const last = segments.at(-1) as string
  const mayMatch = last === '**' ? () => true : compileName(last, true)
  const depth = segments.includes('**') ? undefined : segments.length - 1
  return (above, name) => mayMatch(name) && (depth === undefined || above.length === depth) && matches([...above, name])
}
