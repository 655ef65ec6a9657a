// What of git runs unasked where the repository may hold secrets: nothing that prints the content of a file.
import { createShellGrammar } from '@countersign/shell-grammar'
import { expect, test } from 'vitest'
import { judgeShellLine } from '../../modes/judge-by-mode.ts'
import type { Facts } from '../../risk/index.ts'

const parse = await createShellGrammar().load()

const riskOf = (line: string, secretsInGit: Facts['secretsInGit']): string => {
  const judgement = judgeShellLine(line, { facts: { mode: 'ask', isolation: 'sandbox', roots: ['/home/dev/ws'], secretsInGit }, parse })
  return 'refusal' in judgement ? 'refused' : judgement.risk
}

const PRINTING = [
  'git diff',
  'git log -p',
  'git log -wp',
  'git log -pw -3',
  'git log -wU1',
  'git log --check',
  'git log --diff-merges=on',
  'git reflog --diff-merges=1',
  'git stash list -bp',
  'git status -v',
  'git status -sv',
  'git status --verbose',
  'git show HEAD',
  'git show --stat 7e0054f5b6c1',
  'git show --name-only cafe',
  'git show --quiet HEAD:src/a.ts',
  'git show --stat v1.0-2-g7e0054f5b6',
  'git show --stat HEAD^{}',
]
test.each(PRINTING)('%s prints contents', (line) => {
  expect(riskOf(line, 'some')).toBe('MEDIUM')
  expect(riskOf(line, 'none')).toBe('LOW')
})

test.each([
  'git status -sb -uall',
  'git log --oneline -5',
  'git log -Sup -n5 --stat',
  'git log -M50 --name-only',
  'git stash list',
  'git show --stat',
  'git show --stat HEAD~2',
  'git show --stat HEAD -- a',
  'git show --name-only main~3..origin/main',
  'git show --stat stash@{0}',
  'git ls-files -m -c',
])('%s prints names only', (line) => expect(riskOf(line, 'some')).toBe('LOW'))
