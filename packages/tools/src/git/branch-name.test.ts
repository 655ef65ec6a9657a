import { expect, it } from 'vitest'
import { problemOfBranchName } from './branch-name.ts'

it.each(['main', 'feature/new-auth', 'v1.2', 'fix_#12', 'a@b', 'grün', 'x'.repeat(200)])('takes %s', (name) => {
  expect(problemOfBranchName(name)).toBeUndefined()
})

it.each([
  '',
  '-d',
  '--upload-pack=x',
  'a..b',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  'a@{1}',
  '@',
  'HEAD',
  '/a',
  'a/',
  'a//b',
  '.a',
  'a/.b',
  'a.lock',
  'a.lock/b',
  'a.',
  'refs/heads/a',
  'a\u0000b',
  'a\u202eb',
  'a\u200bb',
  'a;b',
  '$(x)',
  'a'.repeat(40),
  'x'.repeat(201),
])('refuses %j', (name) => {
  expect(problemOfBranchName(name)?.form).toMatch(/^problem\.branch-name/)
})
