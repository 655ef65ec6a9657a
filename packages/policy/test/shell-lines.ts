// Shell lines made at random from what shells trip over. A line is kept as its pieces, so that a failing one can be made smaller.
import fc from 'fast-check'
import { type ParseShellLine, shellWords } from '../src/shell/index.ts'
import { readLine } from '../src/shell/words/read-line.ts'

const OFTEN = `rec rec rec a b c 1 2 ' ' " " \\ \\ && && ; ; | |`
const OPERATORS = `& ( ) < > || |& ;; ;& &&& >x 2>x 12>x >/dev/null 2>&1 &>x &>>x >>x >|x >&2 >&x 2>&- <&- << <<- <<<`
const MARKS = `$ { } {} ~ # ! ^ % , @ + - = : . [ ] * ? \` $' $" \${ $( (( )) [[ ]] @( {a,b}`
const WORDS = `if then fi do done in time for case function coproc a=b a+=b a[1]=b a=( -- -n E`

const piece = fc.constantFrom(
  ...`${OFTEN} ${OFTEN} ${OPERATORS} ${MARKS} ${WORDS}`.split(' '),
  ...[' ', ' ', ' ', ' ', ' ', ' ', '\t', '\n', '\\\n'],
  ...["'a b'", '"a b"', `"a'b"`, `'a"b'`, '\\ ', '\\\\', "\\'", '\\"', '"\\$"', '"\\a"', "''", '""'],
  ...[
    '<<E\na\nE\n',
    "<<'E'\n$a\nE\n",
    '<<-E\n\ta\n\tE\n',
    '<<"E F"\nE\nE F\n',
    ' # a',
    'a#b',
    ' rec ',
    ' rec ',
    ' && rec ',
    ' | rec ',
    '; rec ',
  ],
  ...['é', '“', '漢', '🙂', '0x1', '{a', 'a}', '\\{', '=~', '=='],
)

export type Pieces = readonly string[]

export const randomPieces: fc.Arbitrary<Pieces> = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .chain((pieces) => fc.constantFrom(['rec ', ...pieces], ['rec ', ...pieces], pieces))

export interface AcceptedLine {
  readonly pieces: Pieces
  readonly line: string
  readonly words: string[][]
  /** What its redirections name. */
  readonly files: string[]
}

/** Undefined for a line that is refused, or whose commands do not all reach the recorder. */
export function acceptLine(pieces: Pieces, parse: ParseShellLine): AcceptedLine | undefined {
  const line = pieces.join('')
  // Real files are written by a real shell: nothing may lead out of the recorder's folder.
  if (/\/(?!dev\/null)/.test(line)) return undefined
  // What the second reader does not take is refused anyway; it is the quicker one.
  const read = readLine(line)
  if (typeof read === 'string' || read.length === 0 || !read.every(isRecorded)) return undefined
  const words = shellWords(line, parse)
  const files = read.flatMap(({ redirections }) => redirections.map(({ target }) => target.value))
  return words?.[0] && words.every(([name]) => name === 'rec') ? { pieces, line, words, files } : undefined
}

/** A command of assignments or redirections alone has no name. */
const isRecorded = ({ words: [name] }: { words: readonly { value: string }[] }): boolean => name === undefined || name.value === 'rec'

/** The same seed gives the same lines; none comes twice. */
export function acceptedLines(seed: number, count: number, parse: ParseShellLine): AcceptedLine[] {
  const byText = new Map<string, AcceptedLine>()
  for (let part = 0; byText.size < count; part++) {
    for (const pieces of fc.sample(randomPieces, { numRuns: 1_000, seed: seed * 1_000 + part })) {
      const accepted = acceptLine(pieces, parse)
      if (accepted) byText.set(accepted.line, accepted)
    }
  }
  return [...byText.values()].slice(0, count)
}
