// Arguments made from the option tables of a command, and their mutations: clusters, attached and separate values,
// abbreviations, `--` anywhere, words with a letter more or less.
import { FIND_LEADING, FIND_PREDICATES, OPTION_TABLES, type Option, spellings } from '@countersign/policy'
import fc from 'fast-check'
import { NAMES } from './scratch.ts'

export const READING_COMMANDS = ['grep', 'find', 'ls', 'cat', 'head', 'tail', 'wc', 'echo', 'date', 'pwd', 'whoami'] as const

const name = fc.constantFrom(...NAMES)

const VALUES = {
  numbers: ['0', '1', '5', '-1', '+1', '2k', '1M', '-10k'],
  words: [
    'x',
    'e',
    'read',
    'skip',
    'recurse',
    'auto',
    'always',
    'never',
    'name',
    'descriptor',
    'full-iso',
    'long',
    'none',
    'extension',
    'atime',
  ],
  patterns: ['*.ts', '.*', '^o', '(e)\\1', '[a-z]+', 's*', './src/*', '%s', '+%s', '+%F %T', '%p %u %g %y\\n', '%F', '%M %Z'],
  times: ['now', 'yesterday', '2020-01-01', '@0', 'TZ="Europe/Paris" 9:00', 'TZ="/etc/passwd" 9:00', 'TZ=":../../etc/passwd" 9:00'],
  kinds: ['f', 'd', 'l,p', 'p', 'root', 'nobody', '1000', '644', '/222', 'posix-egrep', 'ext4'],
}

const value = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...Object.values(VALUES).flat()) }, { weight: 1, arbitrary: name })

/** One option as it may be written. */
function written([spelling, { takes }]: [string, Option]): fc.Arbitrary<string[]> {
  const isLong = spelling.startsWith('--')
  const alone = fc.constant<string[]>([spelling])
  if (takes === undefined) return alone
  const attached = value.map((text) => [isLong ? `${spelling}=${text}` : spelling + text])
  return takes === 'optional'
    ? fc.oneof(alone, attached)
    : fc.oneof(
        attached,
        value.map((text) => [spelling, text]),
      )
}

function findPieces(): fc.Arbitrary<string[]> {
  const rows = Object.entries({ ...FIND_LEADING, ...FIND_PREDICATES }).filter(([, { risk }]) => risk !== 'HIGH')
  const words = rows.map(([word, { takes = [] }]) => fc.tuple(...takes.map(() => value)).map((values) => [word, ...values]))
  const newer = fc.tuple(fc.constantFrom('a', 'B', 'c', 'm'), fc.constantFrom('a', 'B', 'c', 'm', 't'), value)
  return fc.oneof(
    ...words,
    newer.map(([of, than, reference]) => [`-newer${of}${than}`, reference]),
  )
}

function pieces(command: string): fc.Arbitrary<string[]> {
  if (command === 'find') return findPieces()
  const options = [...spellings(OPTION_TABLES.get(command)?.options ?? {})].filter(([, { risk }]) => risk !== 'HIGH')
  return fc.oneof(...options.map(written))
}

type Mutation = (words: readonly string[], at: number, letter: string) => string[]

const edit = (words: readonly string[], at: number, change: (word: string) => string): string[] =>
  words.map((word, index) => (index === at ? change(word) : word))

const MUTATIONS: readonly Mutation[] = [
  (words) => [...words],
  (words, at) => [...words.slice(0, at), '--', ...words.slice(at)],
  (words, at) => [...words.slice(at), ...words.slice(0, at)],
  (words, at) => [...words, ...words.slice(at, at + 1)],
  (words, at) => words.filter((_, index) => index !== at),
  // Two words become one: `-n` and `-5` a cluster, `-f` and a name an attached value.
  (words, at) => [
    ...words.slice(0, at),
    words
      .slice(at, at + 2)
      .join('')
      .replace(/(?<=^-\w)-/, ''),
    ...words.slice(at + 2),
  ],
  (words, at) => edit(words, at, (word) => word.slice(0, Math.max(3, word.length - 2))),
  (words, at, letter) => edit(words, at, (word) => word + letter),
  (words, at, letter) => edit(words, at, (word) => word.slice(0, 1) + letter + word.slice(1)),
]

/** Argument lists for a command; most of them are harmless, so that much is run. */
export function argumentsOf(command: string): fc.Arbitrary<string[]> {
  const options = fc.array(pieces(command), { maxLength: 3 }).map((lists) => lists.flat())
  const operands = fc.array(fc.oneof(name, value), { maxLength: 2 })
  const words = fc.tuple(options, operands).map(([first, second]) => (command === 'find' ? [...second, ...first] : [...first, ...second]))
  const letter = fc.constantFrom('r', 'R', 'f', 'L', 'n', '0', '=', '/', '.', '-', 'z', ' ')
  return fc
    .tuple(words, fc.constantFrom(...MUTATIONS), fc.nat(5), letter)
    .map(([list, mutate, at, more]) => mutate(list, at % Math.max(1, list.length), more))
}
