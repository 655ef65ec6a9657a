import type { CommandPart } from '@countersign/policy'
import type { Risk } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { classesOfPart } from './part-class.ts'

const keys = (line: string, risk: Risk = 'MEDIUM', more: Partial<CommandPart> = {}) =>
  classesOfPart({ words: line.split(' '), isWhole: true, folder: '.', risk, network: false, needs: [], ...more }).map(({ key }) => key)

test.each([
  ['python scripts/a.py --fast', 'python scripts/a.py'],
  ['python -m pytest -q tests', 'python -m pytest'],
  ['python manage.py migrate --plan', 'python manage.py migrate'],
  ['php artisan test', 'php artisan test'],
  ['node --test test/a.test.js', 'node --test'],
  ['tsx scripts/seed.ts', 'tsx scripts/seed.ts'],
])('%s is one of %s', (line, key) => {
  expect(keys(line)).toEqual([`command:${key}`])
})

test.each([
  ['bun test a', 'bun test', 'command:bun test'],
  ['deno fmt a.ts', 'deno fmt', 'command:deno fmt'],
  ['deno run a.ts', 'deno run', 'command:exactly deno run a.ts'],
  ['tsx watch a.ts', 'tsx watch', 'command:exactly tsx watch a.ts'],
])('what an interpreter does besides running a file: %s', (line, subCommand, key) => {
  expect(keys(line, 'MEDIUM', { subCommand })).toEqual([key])
})

test.each([
  ['python -u a.py b', 'MEDIUM'],
  ['java -cp build Main', 'MEDIUM'],
  ['.venv/bin/python3.12 -m pytest', 'HIGH'],
  ['.venv/bin/python a.py', 'HIGH'],
  ['bun publish', 'HIGH'],
] as const)('is the exact words where the next call could do something else: %s', (line, risk) => {
  expect(keys(line, risk, { subCommand: line.startsWith('bun') ? 'bun publish' : '' })).toEqual([`command:exactly ${line}`])
})

test.each([
  ['python', 'MEDIUM'],
  ['python -', 'MEDIUM'],
  ['python -u -', 'MEDIUM'],
  ['python /dev/stdin', 'HIGH'],
  ['.venv/bin/python -c x', 'HIGH'],
  ['python3.12 -c x', 'HIGH'],
  ['python -m unknown', 'HIGH'],
  ['python /tmp/x.py', 'HIGH'],
  ['node -e 1', 'HIGH'],
  ['node --import ./x -', 'MEDIUM'],
  ['python manage.py shell -c x', 'MEDIUM'],
  ['php artisan tinker', 'MEDIUM'],
  ['bun repl', 'HIGH'],
  ['bun exec echo', 'HIGH'],
  ['deno eval 1', 'HIGH'],
] as const)('is none for code in the call, from the input or from the temporary folder: %s', (line, risk) => {
  expect(keys(line, risk, { subCommand: /^(?:bun|deno)/.test(line) ? line.split(' ').slice(0, 2).join(' ') : '' })).toEqual([])
})
