import { expect, it } from 'vitest'
import { findProblems } from './code-rules.ts'

const NOTHING = { size: {}, folder: {}, clock: {}, environment: {}, sentence: {} }
const file = (path: string, text = 'export {}\n') => ({ path: `packages/core/src/${path}`, text })

it('a file of more than 300 lines is found', () => {
  expect(findProblems([file('a.ts', '\n'.repeat(300))], NOTHING)).toEqual([])
  expect(findProblems([file('a.ts', '\n'.repeat(301))], NOTHING)).toEqual(['packages/core/src/a.ts has 301 lines, at most 300 are allowed'])
})

it('a folder of more than 12 files is found, tests aside', () => {
  const files = Array.from({ length: 12 }, (_, index) => file(`x/${index}.ts`))
  expect(findProblems([...files, file('x/1.test.ts'), file('x/y/1.ts')], NOTHING)).toEqual([])
  expect(findProblems([...files, file('x/more.ts')], NOTHING)).toEqual(['packages/core/src/x has 13 files, at most 12 are allowed'])
})

it.each(['Date.now()', 'new Date()', 'performance.now()'])('%s is found', (code) => {
  expect(findProblems([file('a.ts', `const now = ${code}\n`)], NOTHING)).toEqual([
    'packages/core/src/a.ts reads the clock itself: take a clock as a port',
  ])
})

it('process.env is found', () => {
  expect(findProblems([file('a.ts', 'const { PATH } = process.env\n')], NOTHING)).toEqual([
    'packages/core/src/a.ts reads the environment itself: take what it needs as a parameter',
  ])
})

it('comments, tests and a time that is given are fine', () => {
  const code = '// Date.now() is the port\n/** process.env */\nconst time = new Date(clock.now())\n'
  expect(
    findProblems([file('a.ts', code), file('a.test.ts', 'Date.now()\n'), { path: 'scripts/a.ts', text: 'Date.now()\n' }], NOTHING),
  ).toEqual([])
})

it('what is listed is allowed, by file or by folder, and a reason that nothing needs is found', () => {
  const files = [file('a.ts', 'Date.now()\n'), file('x/b.ts', 'Date.now()\n')]
  const clock = { 'packages/core/src/a.ts': 'a reason', 'packages/core/src/x/': 'a reason', 'packages/core/src/gone.ts': 'a reason' }
  expect(findProblems(files, { ...NOTHING, clock })).toEqual([
    'packages/core/src/gone.ts needs no allowance for clock any more: remove it from scripts/rules/allowances.ts',
  ])
})

it('what a failure of the server is about is a sentence', () => {
  const bare = "throw new Failure('NOT_FOUND', { subject: 'a thing' })\n"
  const files = [
    { path: 'packages/server/src/a.ts', text: bare },
    { path: 'packages/core/src/b.ts', text: bare.replace("'a thing'", "sentence('noun.session')") },
    { path: 'packages/core/src/b.test.ts', text: bare },
  ]
  expect(findProblems(files, NOTHING)).toEqual([
    'packages/server/src/a.ts says in bare English what a failure is about: give a sentence of protocol/src/sentence',
  ])
})
