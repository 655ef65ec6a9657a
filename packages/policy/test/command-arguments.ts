// Arguments made from the option tables themselves, and their mutations: what a command may be called with, and what it may not.
import fc from 'fast-check'
import {
  FIND_PREDICATES,
  GIT_COMMANDS,
  GIT_GLOBAL,
  NODE_OPTIONS,
  NPM_COMMANDS,
  NPM_OPTIONS,
  OPTION_TABLES,
  type Options,
  PYTHON_OPTIONS,
  spellings,
} from '../src/command/index.ts'

const value = fc.constantFrom('5', 'x', 'src/a.ts', '.env', '../x', '/etc/passwd', '-', '*.ts', 'TZ="/x"', '+%s')
const operand = value.map((text) => [text])

/** Words that belong together: an option with its value, or an operand. */
type Piece = readonly string[]

/** Where a call begins, what can be added to it, and what stays behind that. */
interface Beginning {
  readonly words: Piece
  readonly end?: Piece
  readonly piece: fc.Arbitrary<Piece>
}

function optionPiece(options: Options): fc.Arbitrary<Piece> {
  const rows = [...spellings(options)].map(([name, row]): fc.Arbitrary<Piece> => {
    const isLong = name.startsWith('--')
    if (row.takes === 'value') return value.map((text) => (isLong ? [`${name}=${text}`] : [name, text]))
    return row.takes === 'optional' ? value.map((text) => [isLong ? `${name}=${text}` : name + text]) : fc.constant([name])
  })
  return fc.oneof(operand, ...rows)
}

const findPiece = fc.oneof(
  ...Object.entries(FIND_PREDICATES).map(
    ([name, { takes, runs }]): fc.Arbitrary<Piece> =>
      runs ? fc.constant([name, 'ls', '{}', ';']) : fc.tuple(...(takes ?? []).map(() => value)).map((values) => [name, ...values]),
  ),
)

/** gcc and zip read their options by code of their own. */
const FREE_WORDS = '-o -c -O2 -I -Wall -lm -E -S -x -r -q -m -T -TT -P -i -@ --help -9 -fplugin=x @x -Wl,x'.split(' ')
const freePiece: fc.Arbitrary<Piece> = fc.oneof(
  operand,
  fc.constantFrom(...FREE_WORDS).map((word) => [word]),
)

const subCommands = (commands: Readonly<Record<string, unknown>>, pieceOf: (name: string) => fc.Arbitrary<Piece>): Beginning[] =>
  Object.keys(commands).map((name) => ({ words: [name], piece: pieceOf(name) }))

const beginnings = new Map<string, readonly Beginning[]>([
  ...[...OPTION_TABLES].map(([command, { options }]) => [command, [{ words: [], piece: optionPiece(options) }]] as const),
  ['find', [{ words: ['.'], piece: findPiece }]],
  [
    'git',
    [{ words: [], piece: optionPiece(GIT_GLOBAL) }, ...subCommands(GIT_COMMANDS, (name) => optionPiece(GIT_COMMANDS[name]?.options ?? {}))],
  ],
  ['npm', subCommands(NPM_COMMANDS, () => optionPiece(NPM_OPTIONS))],
  // Without a script they run what they are fed, which is worse than any script.
  ['node', [{ words: [], piece: optionPiece(NODE_OPTIONS), end: ['a.mjs'] }]],
  ['python', [{ words: [], piece: optionPiece(PYTHON_OPTIONS), end: ['a.py'] }]],
  ['python3', [{ words: [], piece: optionPiece(PYTHON_OPTIONS), end: ['a.py'] }]],
  ['zip', [{ words: [], piece: freePiece }]],
  ['gcc', [{ words: [], piece: freePiece }]],
])

/** A call and the same call with one piece more. */
export interface GrowingCall {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export const growingCalls = (command: string): fc.Arbitrary<GrowingCall> =>
  fc.constantFrom(...(beginnings.get(command) ?? [])).chain(({ words, piece, end = [] }) =>
    fc.tuple(fc.array(piece, { maxLength: 5 }), piece).map(([base, more]) => {
      const before = [...words, ...base.flat()]
      return { before: [...before, ...end], after: [...before, ...more, ...end] }
    }),
  )

const ODD_WORDS = [
  '-',
  '--',
  '-c',
  '-e',
  '--exec',
  ';',
  '{}',
  '(',
  '@',
  ':',
  '=',
  '',
  '-rf',
  '--=x',
  '\u202e',
  '\n',
  '-\u0000',
  '~',
  '$HOME',
]

type Mutation = (words: readonly string[], index: number, odd: string) => string[]
const MUTATIONS: readonly Mutation[] = [
  (words, index) => words.toSpliced(index, 1),
  (words, index) => words.toSpliced(index, 0, words[index] ?? ''),
  (words, index, odd) => words.toSpliced(index, 0, odd),
  (words, index, odd) => words.toSpliced(index, 1, `${words[index] ?? ''}${odd}`),
  (words, index) => words.toSpliced(index, 1, (words[index] ?? '').slice(0, -1)),
  (words, index) => words.toSpliced(index, 2, `${words[index] ?? ''}${words[index + 1] ?? ''}`),
  (words, index) => words.toSpliced(index, 1, (words[index] ?? '').toUpperCase()),
]

export const mutatedArguments = (command: string): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      growingCalls(command),
      fc.array(fc.tuple(fc.constantFrom(...MUTATIONS), fc.nat(7), fc.constantFrom(...ODD_WORDS)), { maxLength: 3 }),
    )
    .map(([{ after }, changes]) => changes.reduce<readonly string[]>((words, [change, index, odd]) => change(words, index, odd), after))
