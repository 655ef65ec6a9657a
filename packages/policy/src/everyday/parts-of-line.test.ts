// The parts of a line, which grants and classes are made of, and what stands beside them.
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, test } from 'vitest'
import { judgeCommand, judgeShellLine } from '../modes/judge-by-mode.ts'
import { type Facts, isRefused, type Judgement } from '../risk/index.ts'

const parse = await createShellGrammar().load()
const facts: Facts = { mode: 'ask', isolation: 'sandbox', toolchains: ['node', 'python', 'rust', 'go', 'make'], secretsInGit: 'none' }
const judge = (line: string): Judgement => judgeShellLine(line, { facts, parse })

describe('the parts of a line', () => {
  const partsOf = (line: string) => {
    const judgement = judge(line)
    return isRefused(judgement)
      ? []
      : judgement.parts?.map(({ words, risk, subCommand, script }) => [words.join(' '), risk, subCommand, script?.name])
  }
  test('are its programs without wrappers, by whichever tool', () => {
    expect(partsOf('cd app && timeout 60 env CI=1 npm test 2>&1 | tail -5')).toEqual([
      ['npm test', 'MEDIUM', 'npm test', 'test'],
      ['tail -5', 'LOW', undefined, undefined],
    ])
    const direct = judgeCommand({ command: 'npm', args: ['run', 'build'] }, facts)
    expect(!isRefused(direct) && direct.parts).toMatchObject([
      { words: ['npm', 'run', 'build'], script: { kind: 'package', name: 'build' } },
    ])
  })
  test('are one for each folder in which a program may run, also where git enters it', () => {
    const foldersOf = (line: string) => {
      const judgement = judge(line)
      return isRefused(judgement) ? [] : judgement.parts?.map(({ folder, subCommand }) => `${folder}: ${subCommand}`)
    }
    expect(foldersOf('cd a; npm test')).toEqual(['a: npm test', '.: npm test'])
    expect(foldersOf('cd a && npm test')).toEqual(['a: npm test'])
    expect(foldersOf('git -C sub commit -m x')).toEqual(['sub: git commit'])
  })
  test('have the variables that are set for them', () => {
    const judgement = judge('A=1 env B=2 npm test && NO_COLOR=1 npm run build')
    expect(!isRefused(judgement) && judgement.parts?.map(({ variables }) => variables)).toEqual([['A=1', 'B=2'], undefined])
    expect(judge('A=1 ls')).toMatchObject({ parts: [{ risk: 'MEDIUM' }] })
  })
  test.each([
    ['git commit -m "$(cat a.txt)"', true],
    ['git commit -am "$(cat a.txt)"', true],
    ['git commit -m $(cat a.txt)', undefined],
    ['git commit "$(cat a.txt)"', undefined],
    ['git commit -m "$(cat a.txt)" $x', undefined],
    ['git tag -m "$(cat a.txt)" v1', undefined],
  ])('are known but for a text only where that text is a message: %s', (line, hasOpenText) => {
    const judgement = judge(line)
    const part = isRefused(judgement) ? undefined : judgement.parts?.find(({ words }) => words[0] === 'git')
    expect([part?.isWhole, part?.hasOpenText]).toEqual([false, hasOpenText])
  })
  test('say what stands beside them', () => {
    const besideOf = (line: string) => {
      const judgement = judge(line)
      return isRefused(judgement) ? undefined : judgement.beside
    }
    expect(besideOf('npm test | tail -5')).toBe('LOW')
    expect(besideOf('npm test > a.md')).toBe('MEDIUM')
    expect(besideOf('FOO=1 npm test')).toBe('LOW')
    expect(besideOf('FOO=$x npm test')).toBe('MEDIUM')
    expect(besideOf('export FOO=1; npm test')).toBe('MEDIUM')
    expect(besideOf('PATH=. npm test')).toBe('HIGH')
    expect(besideOf('npm test; eval "$x"')).toBe('HIGH')
  })
})
