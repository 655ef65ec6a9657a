import { describe, expect, test } from 'vitest'
import { createHiddenTest, hiddenGlobs } from './apply-rules.ts'
import type { Rule } from './policy-file.ts'

const deny = (paths: string[], ...tools: string[]): Rule => ({
  name: 'x',
  do: 'deny',
  paths,
  ...(tools.length > 0 && { tools }),
  cover_high: false,
  why: 'x',
  examples: { match: [], no_match: [] },
})

describe('a deny on paths hides', () => {
  test.each([
    ['from every tool where it names none', [], ['search_in_project', 'list_files', 'git.diff', 'execute_command'], []],
    ['from every tool where it names read_file', ['read_file'], ['search_in_project', 'git.status', 'run_command'], []],
    ['from the tool that it names', ['list_files'], ['list_files'], ['search_in_project', 'execute_command']],
    ['from all commands where it names one', ['run_command'], ['execute_command', 'run_persistent'], ['search_in_project']],
    ['from nobody where it names only tools that change', ['write_file', 'apply_patch'], [], ['search_in_project', 'execute_command']],
  ])('%s', (_, tools, hidden, shown) => {
    const rules = [deny(['ledger/**'], ...tools)]
    for (const tool of hidden) expect(hiddenGlobs(rules, tool), tool).toEqual(['ledger/**'])
    for (const tool of shown) expect(hiddenGlobs(rules, tool), tool).toEqual([])
  })

  test('and no other rule does', () => {
    expect(
      hiddenGlobs(
        [
          { ...deny(['a/**']), do: 'ask' },
          { ...deny([]), paths: undefined, tools: ['read_file'] },
        ],
        'read_file',
      ),
    ).toEqual([])
  })

  test('a folder with everything in it, by any spelling that some file system takes for it', () => {
    const isHidden = createHiddenTest(['packages/ledger/**', 'notes', '*.{key,pem}'])
    const names = ['packages/ledger', 'packages/ledger/.x/y', 'PACKAGES/Ledger/a', 'notes', 'notes/a/b', 'x.pem', 'x.pem/inner']
    for (const name of names) expect(isHidden(name), name).toBe(true)
    for (const name of ['packages', 'packages/ledgers/a', 'my/notes', 'src/x.pem', '.']) expect(isHidden(name), name).toBe(false)
  })
})
