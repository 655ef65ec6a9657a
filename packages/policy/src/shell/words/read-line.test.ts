import { describe, expect, test } from 'vitest'
import { readLine } from './read-line.ts'

const read = (line: string) => {
  const commands = readLine(line)
  if (typeof commands === 'string') return commands
  return commands.map(({ assignments, words, redirections }) =>
    [
      ...assignments.map(({ value }) => value),
      ...words.map(({ value }) => value),
      ...redirections.map(({ descriptor, operator, target }) => `${descriptor}${operator}${target.value}`),
    ].join(' '),
  )
}

describe('plain lines', () => {
  test.each([
    ['ls -la', ['ls -la']],
    ['a && b || c; d | e |& f & g\nh', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['(a; b) && { c; }', ['a', 'b', 'c']],
    ['! a', ['a']],
    ['a # b\nc', ['a', 'c']],
    ['a#b', ['a#b']],
    ['A=1 B=2 a C=3', ['A=1 B=2 a C=3']],
    ['a >x 2>&1 <y >>z', ['a >x 2>&1 <y >>z']],
    ['a 2 >x', ['a 2 >x']],
    ['a2>x', ['a2 >x']],
    ['a &>x; b &>>y', ['a &>x', 'b &>>y']],
    ['a 2>&- <&-', ['a 2>&- <&-']],
    ['a <<< "b c"', ['a <<<b c']],
    ['a <<E\nrm x\nE\nb', ['a <<E', 'b']],
    ['a <<-E\n\tE\nb', ['a <<-E', 'b']],
    ["a <<'E F'\nE F", ['a <<E F']],
    ['(a) > x', ['a', '>x']],
    ['> x', ['>x']],
    ['a \\\n b', ['a b']],
    ['a <<-E\n\t\tE', ['a <<-E']],
    ['a <<-E\nb\tE\nE', ['a <<-E']],
    ['a 2>&10', ['a 2>&10']],
    ['> x {', ['{ >x']],
    ['', []],
  ])('%j', (line, commands) => {
    expect(read(line)).toEqual(commands)
  })
})

test.each([
  '$(a)',
  'a `b`',
  'a <(b)',
  'if a; then b; fi',
  'for a in b; do c; done',
  '[[ a ]]',
  'time a',
  'a $((1))',
  'a {fd}>x',
  'a $' + '{b:-c}',
  'a > $(b)',
])('%j is beyond this reader', (line) => {
  expect(read(line)).toBe('beyond')
})

test.each([
  "a 'b",
  'a "b',
  'a \\',
  'a >',
  'a > ;',
  'a <<E\nb',
  'a <<E',
  'f() { a; }',
  'a;;',
  'a;& b',
  'a >2>x',
  'a 2>&x',
  'a 2>&x1',
  'a 2>&1x',
  'a > 12>x',
  'a <&x',
  'a 2&>x',
])('%j is wrong', (line) => {
  expect(read(line)).toBe('wrong')
})
