// Our reading of .gitignore against git itself.
import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.ts'

describe('the rules of a .gitignore', () => {
  it.each([
    ['a.log', 'x/a.log', true],
    ['/a.log', 'x/a.log', false],
    ['x/a.log', 'x/a.log', true],
    ['# a', '# a', false],
    ['\\#a', '#a', true],
    ['a ', 'a', true],
    ['a\\ ', 'a ', true],
    ['*.log\n!b.log', 'b.log', false],
    ['a/**', 'a/b/c', true],
    ['**/a', 'x/y/a', true],
    ['a/**/b', 'a/b', true],
    ['.*', '.x', true],
    ['*', '.x', true],
    ['', 'a', undefined],
    ['a\r\nb', 'a', true],
    ['{a,b}', 'a', undefined],
  ])('%j on %s', (text, path, expected) => {
    const verdict = testPath(parseIgnoreRules(text), path.split('/'), false)
    expect(verdict ?? false).toBe(expected ?? false)
  })

  it('agree with git on generated rules and paths', async () => {
    await using place = createTemporaryWorkspace()
    execFileSync('git', ['init', '-q'], { cwd: place.root })
    // Two stars inside a name mean no more than one; git itself takes `b**/**` for `b` now and then.
    const word = fc.stringMatching(/^[ab*?.]{1,4}$/).filter((text) => !/[^*]\*\*|\*\*[^*]/.test(text))
    const rule = fc.tuple(
      fc.constantFrom('', '!', '/', '!/'),
      fc.array(fc.oneof(word, fc.constant('**')), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '/'),
    )
    const paths = ['a', 'b', 'ab', 'a.b', '.a', 'a/b', 'a/a', 'b/a.b', 'a/.b', 'a/b/a', 'b/b/ab', 'a/b/a.b']
    const check = (rules: readonly (readonly [string, string[], string])[]) => {
      const text = rules.map(([start, segments, end]) => start + segments.join('/') + end).join('\n')
      place.file('.gitignore', text)
      const ours = parseIgnoreRules(text)
      expect(paths.filter((path) => isIgnored(ours, path.split('/')))).toEqual(askGit(place.root, paths))
    }
    await fc.assert(fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), check), { numRuns: 100 })
  })
})

const testPath = (rules: IgnoreRules, names: readonly string[], isFolder: boolean) =>
  rules.test(names.slice(0, -1), names.at(-1) as string, isFolder)

/** Nothing below an ignored folder can be taken back. */
function isIgnored(rules: IgnoreRules, names: readonly string[]): boolean {
  for (let depth = 1; depth < names.length; depth++) if (testPath(rules, names.slice(0, depth), true)) return true
  return testPath(rules, names, false) ?? false
}

function askGit(root: string, paths: readonly string[]): string[] {
  try {
    const output = execFileSync('git', ['check-ignore', '--no-index', '--stdin'], {
      cwd: root,
      input: paths.join('\n'),
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return output.trim().split('\n')
  } catch (error) {
    // Git ends with 1 where no path is ignored.
    if ((error as { status?: number }).status === 1) return []
    throw error
  }
}
