import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, test } from 'vitest'
import { decidingRule, parsePolicy } from '../rules/index.ts'
import { shellConcerns } from './shell-concerns.ts'
import { soleCommand } from './shell-words.ts'

const parse = await createShellGrammar().load()
const concerns = (line: string, cwd?: string) => shellConcerns(line, { parse, ...(cwd && { cwd }) })

describe('what rules look at in a line', () => {
  test('every command with its words', () => {
    expect(concerns(`ls -la && git commit -m 'a b' | wc`).commands).toEqual([['ls', '-la'], ['git', 'commit', '-m', 'a b'], ['wc']])
  })
  test('files by the folder that the line is in', () => {
    expect(concerns('cd src && cat a.ts > out.txt 2>/dev/null', 'app').paths).toEqual([
      'app',
      'app/a.ts',
      'app/out.txt',
      'app/src',
      'app/src/a.ts',
      'app/src/out.txt',
    ])
    expect(concerns('cat < in.txt').paths).toEqual(['in.txt'])
  })
  test('only the beginning of a command whose other words come later', () => {
    expect(concerns('git push $remote')).toMatchObject({ commands: [], openCommands: [['git', 'push']] })
  })
  test('an empty command for what a command does besides its words', () => {
    for (const line of ['npm test > out.txt', 'A=1 npm test', "npm test <<'E'\nx\nE", 'if npm test; then npm test; fi']) {
      expect(concerns(line).commands).toContainEqual([])
    }
    for (const line of ['npm test > /dev/null 2>&1', 'npm test 2>&-']) expect(concerns(line).commands).toEqual([['npm', 'test']])
  })
  test('nothing that could be allowed where the line is not understood', () => {
    expect(concerns('ls "')).toEqual({ paths: [], commands: [[]], openCommands: [[]] })
  })
})

describe('rules about commands', () => {
  const rule = (name: string, action: string, prefix: string) => `
[[rule]]
name = "${name}"
do = "${action}"
commands = ["${prefix}"]
why = "of a reason"
examples.match = [{ tool = "run_command", command = "${prefix} x" }]
examples.no_match = [{ tool = "run_command", command = "ls" }]
`
  const { rules } = parsePolicy(rule('tests', 'allow', 'npm test') + rule('pushing', 'deny', 'git push'))
  const decided = (line: string) => decidingRule(rules, { tool: 'run_command', ...concerns(line) })?.name

  test.each(['npm test', 'npm test -- --watch && npm test', 'cd app && npm test', 'npm test 2>/dev/null'])('%s is allowed', (line) => {
    expect(decided(line)).toBe('tests')
  })
  test.each([
    'npm test && ls',
    'npm test $x',
    'npm test *',
    'npm test > a.txt',
    'A=1 npm test',
    'npm test; ls $(npm test)',
    'npm test; cd a',
  ])('%s is not', (line) => expect(decided(line)).toBeUndefined())
  test.each(['git push', 'ls; git push origin', 'git push $x', 'git $x', 'A=1 git push > log.txt', 'git $(echo push)'])(
    '%s is or may be what was denied',
    (line) => expect(decided(line)).toBe('pushing'),
  )
  test('what cannot become the denied command is not denied', () => {
    expect(decided('ls $x')).toBeUndefined()
    expect(decided('git pull $x')).toBeUndefined()
  })
})

describe('a line that is one program', () => {
  test.each([
    ['npm test', ['npm', 'test']],
    [`  git commit -m 'a b' # done`, ['git', 'commit', '-m', 'a b']],
  ])('%s has its words', (line, words) => expect(soleCommand(line, parse)).toEqual(words))
  test.each(['ls; pwd', 'ls | wc', 'ls > a', 'A=1 ls', 'ls $x', 'ls &', '(ls)', 'cd a && ls', 'ls *', 'if ls; then ls; fi', 'ls "'])(
    '%s is more',
    (line) => expect(soleCommand(line, parse)).toBeUndefined(),
  )
})
