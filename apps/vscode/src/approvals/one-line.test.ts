import type { Waiting } from '@countersign/ui/following'
import { expect, test } from 'vitest'
import { oneLineOf } from './one-line.ts'

const shell = (line: string, more: object = {}) => ({
  kind: 'shell',
  line,
  cwd: '.',
  timeout_seconds: 30,
  isolation: 'sandbox',
  network: false,
  ...more,
})
const command = (...words: string[]) => {
  const [name = '', ...args] = words
  return { kind: 'command', command: name, args, cwd: '.', timeout_seconds: 30, isolation: 'sandbox', network: false }
}
const waiting = (preview: object | null, more: object = {}) =>
  ({ kind: 'approval', risk_level: 'MEDIUM', is_abridged: false, is_unmasked: true, preview, ...more }) as Waiting

test.each([
  ['a short shell line', shell('npm test | tail -5'), 'npm test | tail -5'],
  ['a command with its words', command('node', 'build.js', '--out=dist'), 'node build.js --out=dist'],
  ['a command whose word has a space', command('python3', '-c', 'print(1)'), 'python3 -c "print(1)"'],
])('%s fits in one line', (_, preview, line) => {
  expect(oneLineOf(waiting(preview))).toBe(line)
})

test.each([
  ['a change of files', { kind: 'diff', files: [] }, {}],
  ['a long line', shell(`echo ${'x'.repeat(200)}`), {}],
  ['two lines', shell('npm test\nrm -rf src'), {}],
  ['a line with invisible characters', shell('npm test \u202e'), {}],
  ['a line that would look like a link', shell('echo [a](https://b.invalid/;rm)'), {}],
  ['a word that would look like a link', command('node', '-e', '[a](command:b)'), {}],
  ['blanks that would be joined', shell('rm "a  b"'), {}],
  ['a blank that only looks like one', shell('rm a\u00a0b'), {}],
  ['a character that looks blank', shell('rm a\u3164b'), {}],
  ['a command with the network', shell('npm ci', { network: true }), {}],
  ['a command in another folder', shell('npm test', { cwd: 'packages/a' }), {}],
  ['HIGH risk', shell('npm test'), { risk_level: 'HIGH' }],
  ['masked text', shell('npm test'), { is_unmasked: false }],
  ['what was cut', shell('npm test'), { is_abridged: true }],
  ['a question', null, { kind: 'question' }],
])('%s does not', (_, preview, more) => {
  expect(oneLineOf(waiting(preview, more))).toBeUndefined()
})
