// No table offers more than one step: the classes of every example of every row are looked at.
import { ALL_PROGRAMS } from '@countersign/policy'
import { expect, test } from 'vitest'
import { judgeCall } from '../../call/read-call.ts'
import { isNamedCommand } from './named-commands.ts'
import { isInterpreter, runsPrograms } from './programs-that-run.ts'

const names = ALL_PROGRAMS.flatMap((program) => program.names.split(' '))
const guard = {
  isolation: 'sandbox',
  mode: 'ask',
  toolchains: ALL_PROGRAMS.flatMap(({ toolchain }) => (toolchain === 'utility' || toolchain === 'unlisted' ? [] : [toolchain])),
  addedCommands: names,
  policy: { rules: [], extraCommands: new Map() },
} as const
const examples = ALL_PROGRAMS.flatMap(({ rows }) => rows.flatMap(({ passes, not }) => [passes, not]))
const lines = [...new Set(examples)].filter((line) => !/["'\\|&;<>$*]/.test(line))

const classes = lines.flatMap((line) => {
  const [command = '', ...args] = line.split(' ')
  const judged = judgeCall('execute_command', { command, args }, guard)
  if ('refusal' in judged) return []
  return judged.pieces.flatMap((piece) => (piece.risk === 'LOW' ? [] : piece.classes.map(({ key }) => ({ line, risk: piece.risk, key }))))
})
const wordsOf = (key: string): string => key.replace(/^[^:]*:/, '')
const isExact = (key: string): boolean => wordsOf(key).startsWith('exactly ')

test('there is something to look at', () => expect(classes.length).toBeGreaterThan(400))

test('of high risk, only the exact words are a class', () => {
  expect(classes.filter(({ risk, key }) => risk === 'HIGH' && !isExact(key))).toEqual([])
})

test('a program alone is a class only if it tests, checks or formats', () => {
  const alone = classes.filter(({ key }) => /^\S+$/.test(wordsOf(key)) && !key.startsWith('command+network'))
  expect(alone.filter(({ key }) => !isNamedCommand(wordsOf(key)))).toEqual([])
})

test('no shell, wrapper or interpreter is one', () => {
  const wide = classes.filter(({ key }) => {
    const [program = '', second] = wordsOf(key)
      .replace(/^exactly /, '')
      .split(' ')
    return runsPrograms(program) || (isInterpreter(program) && second === undefined)
  })
  expect(wide).toEqual([])
})
