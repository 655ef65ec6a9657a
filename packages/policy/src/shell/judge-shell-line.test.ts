import { inEnglish } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Facts } from '../risk/index.ts'
import type { ParseShellLine, ShellNode } from './grammar-types.ts'
import { judgeShellLine, type ShellContext } from './judge-shell-line.ts'
import { SHELL_LIMITS } from './shell-limits.ts'

const parse = await createShellGrammar().load()
const facts: Facts = { isolation: 'sandbox' }
const judge = (line: string, context: Partial<ShellContext> = {}) => judgeShellLine(line, { facts, parse, ...context })
const messageOf = (line: string, context: Partial<ShellContext> = {}): string => {
  const judgement = judge(line, context)
  return 'refusal' in judgement ? `${judgement.refusal.message}. ${judgement.refusal.advice}` : judgement.risk
}
const reasonsOf = (line: string): string[] => {
  const judgement = judge(line)
  return 'refusal' in judgement ? [] : judgement.findings.map((finding) => inEnglish(finding.sentence))
}

describe('an absolute path into the workspace', () => {
  const here: Partial<ShellContext> = { facts: { ...facts, roots: ['/ws'] } }
  test.each([
    ['cd /ws && ls', 'MEDIUM'],
    ['cat /ws/a.md | head -1', 'MEDIUM'],
    ['cd src && cat /ws/src/a.md', 'MEDIUM'],
    ['ls > /ws/out.txt', 'MEDIUM'],
    ['grep -c x --file=/ws/words.txt a.md', messageOf('grep -c x --file=words.txt a.md')],
  ])('%s is read as the path inside it', (line, said) => expect(messageOf(line, here)).toBe(said))
  test.each(['cat /ws/../etc/passwd', 'cat /wsx/a.md', 'cat /ws/.env', 'cd /ws/.git && ls', 'ls > /ws/.env', 'cd src && cat /ws/a.md'])(
    '%s is refused',
    (line) => expect(messageOf(line, here)).toMatch(/^(?:Path outside workspace|Sensitive file)/),
  )
  test('is a file even where its name looks like an option', () => {
    expect(messageOf('find . -name a /ws/-delete', here)).not.toBe('MEDIUM')
    expect(messageOf('head /ws/-n', here)).toBe('MEDIUM')
  })
})

describe('what is said', () => {
  test('a wrapper is refused by name, with the command inside it', () => {
    expect(messageOf('timeout 5 ls')).toBe('Command not allowed: timeout. It would run ls; call that itself.')
    expect(messageOf("bash -c 'cat README.md'")).toBe('Command not allowed: bash. It would run cat; call that itself.')
    expect(messageOf('env A=1 npm test')).toBe('Command not allowed: env. It would run npm; call that itself.')
  })
  test('a refused part is named', () => {
    expect(messageOf('ls && rm x')).toMatch(/^Command not allowed: rm\b/)
    expect(messageOf('ls | cat .env')).toMatch(/^Sensitive file: .env/)
    expect(messageOf('cat ../x; ls')).toMatch(/^Path outside workspace: ..\/x/)
  })
  test('every reason for asking is given once', () => {
    expect(reasonsOf('ls *.ts && ls *.md &')).toEqual([
      'A shell line is always asked',
      'Holds a pattern that the shell replaces by file names',
      'Goes on in the background after the call has ended',
    ])
  })
  test('characters that cannot be seen are shown in the refusal', () => {
    expect(messageOf('ls \u202e')).toContain('\\u{202e}')
  })
})

describe('the folder of a line', () => {
  const resolve: Facts['resolve'] = (path) => (path === 'src/link' ? { outside: true } : { path })
  test('names are resolved in the folder that cd names', () => {
    expect(messageOf('cd src && cat link', { facts: { ...facts, resolve } })).toMatch(/^Path outside workspace/)
    expect(messageOf('cat link', { facts: { ...facts, resolve } })).toBe('MEDIUM')
  })
  test('and in the one that the call names', () => {
    expect(messageOf('cat link', { cwd: 'src', facts: { ...facts, resolve } })).toMatch(/^Path outside workspace/)
    expect(messageOf('cd src && ls', { cwd: 'a' })).toBe('MEDIUM')
    expect(messageOf('ls', { cwd: '../x' })).toMatch(/^Path outside workspace/)
    expect(messageOf('ls', { cwd: '.git' })).toMatch(/^Sensitive file/)
  })
  test('what may run although the cd has failed is judged where the line starts, too', () => {
    const linked = { facts: { ...facts, resolve: ((path) => (path === 'link' ? { outside: true } : { path })) as Facts['resolve'] } }
    for (const line of ['cd src && cat link', 'cd src && ls && cat link', 'cd src && cat link # ls', 'cd src && ls | cat link'])
      expect(messageOf(line, linked)).toBe('MEDIUM')
    for (const line of [
      'ls; cat link',
      'ls || cat link',
      'ls\ncat link',
      '(ls; cat link)',
      '{ ls; cat link; }',
      'if ls; then cat link; fi',
    ])
      expect(messageOf(`cd src && ${line}`, linked)).toMatch(/^Path outside workspace: link/)
  })
  test('a cd further on moves what follows, or does not', () => {
    const linked = { facts: { ...facts, resolve } }
    for (const line of ['ls && cd src && cat link', 'ls; cd src; cat link', 'ls | cd src && cat link'])
      expect(messageOf(line, linked)).toMatch(/^Path outside workspace: (src\/)?link/)
  })
  test('too many changes of the folder are refused, as many as are allowed are not', () => {
    const changes = (count: number) => Array.from({ length: count }, (_, index) => `cd d${index} && `).join('')
    expect(messageOf(`${changes(15)}ls`)).toBe('MEDIUM')
    expect(messageOf(`${changes(40)}ls`)).toMatch(/^Invalid arguments: too many changes of the folder/)
  })
  test('a redirection goes into it too', () => {
    expect(messageOf('cd .github && ls > a.txt')).toBe('HIGH')
    expect(messageOf('cd src && ls > link', { facts: { ...facts, resolve } })).toMatch(/^Path outside workspace/)
  })
})

describe('whatever the grammar does', () => {
  const broken: Record<string, ParseShellLine> = {
    nothing: () => null,
    exception: () => {
      throw new Error('out of memory')
    },
    'another kind of tree': () => ({ ...leaf('module'), children: [leaf('command')] }),
    'an empty tree': () => leaf('program'),
    'an unknown node': () => ({ ...leaf('program'), children: [leaf('teleport')] }),
    'a tree of another line': () => parse('pwd'),
  }
  test.each(Object.keys(broken))('%s is a refusal', (kind) => {
    expect(messageOf('ls -la && cat x', { parse: broken[kind] as ParseShellLine })).toMatch(/^Invalid arguments/)
  })
  test('a tree with another operator than the line is a refusal', () => {
    expect(messageOf('ls < a', { parse: () => parse('ls > a') })).toMatch(/^Invalid arguments: the line can be read in two ways/)
    expect(messageOf('ls > a', { parse: () => parse('ls < a') })).toMatch(/^Invalid arguments: the line can be read in two ways/)
  })
  test('a tree of a root that is no program is a refusal', () => {
    const root = (line: string) => ({ ...(parse(line) as ShellNode), type: 'list' })
    const copied = (line: string): ShellNode => ({ ...root(line), children: (parse(line) as ShellNode).children, text: line })
    expect(messageOf('ls', { parse: copied })).toMatch(/^Invalid arguments: /)
  })
  test('a line that is not a text is refused', () => {
    expect(judgeShellLine(undefined, { facts, parse })).toHaveProperty('refusal')
  })
  test('any line gets a verdict, and none is LOW', () => {
    const token = fc.constantFrom(
      ...`ls cat rm . a ' " \\ $ \` { } * ? [ ] ~ # ! & | ; < > ( ) = - / 1 2 EOF << if then fi cd do`.split(' '),
      ' ',
      '\n',
      '\t',
      '$(',
      '<<EOF\n',
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => !/^LOW$/.test(messageOf(tokens.join('')))),
      { numRuns: 2_000 },
    )
  })
  test('adding a forbidden command to any accepted line refuses it', () => {
    const part = fc.constantFrom<string[]>('ls', 'cat a', "echo 'x'", 'pwd', 'ls > o.txt', 'FOO=1 ls', 'echo $(pwd)', '(ls)', 'ls *')
    const joint = fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n')
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), joint, fc.nat(5), (parts, between, at) => {
        expect(messageOf(parts.join(between))).toMatch(/^(MEDIUM|HIGH)$/)
        expect(messageOf(parts.toSpliced(at, 0, 'rm x').join(between))).toMatch(/^Command not allowed: rm/)
      }),
    )
  })
})

function leaf(type: string): ShellNode {
  return { type, text: '', startIndex: 0, endIndex: 0, hasError: false, isError: false, isMissing: false, isNamed: true, children: [] }
}

test('limits hold exactly', () => {
  expect(messageOf(`echo ${'a'.repeat(SHELL_LIMITS.maxLineCharacters - 5)}`)).toBe('MEDIUM')
  expect(messageOf(`echo ${'a'.repeat(SHELL_LIMITS.maxLineCharacters - 4)}`)).toMatch(/^Invalid arguments: more than 10000 characters/)
  expect(messageOf(`${'( '.repeat(SHELL_LIMITS.maxDepth)}ls${' )'.repeat(SHELL_LIMITS.maxDepth)}`)).toBe('MEDIUM')
  expect(messageOf(`${'( '.repeat(SHELL_LIMITS.maxDepth + 1)}ls${' )'.repeat(SHELL_LIMITS.maxDepth + 1)}`)).toMatch(/nested deeper than 8/)
})
