// Random scripts, and what a real bash starts for them: every program that bash starts must be one that we followed, with the same words as far as
// we claim to know them.
import fc from 'fast-check'
import { followScript } from '../src/script/follow/follow.ts'
import { agree } from '../src/script/read/agree.ts'
import { readScript } from '../src/script/read/read-script.ts'
import { NotUnderstood, type Statement } from '../src/script/read/script.ts'
import type { Field, Run } from '../src/script/run.ts'
import type { ParseShellLine } from '../src/shell/index.ts'
import { recordWithBash } from './shell-recorder.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: words of a shell, not of this language
const EXPANSIONS = ['${x}', '"a${y}b"', '${x:-d}', '${#x}']
const word = fc.constantFrom(
  ...[
    'a',
    'b',
    '1',
    '-n',
    '$x',
    '"$x"',
    '"$y"',
    "'a b'",
    '"a b"',
    '""',
    'a$x',
    '\\$x',
    '~',
    '*',
    '{p,q}',
    '{1..3}',
    '$?',
    '$((1+2))',
    ...EXPANSIONS,
  ],
  ...['$(rec in)', '"$(rec in; rec on)"', '`rec back`', '$(rec a | rec b)'],
)
const command = fc.array(word, { maxLength: 4 }).map((words) => ['rec', ...words].join(' '))
const assignment = fc.constantFrom('x=1', 'x="a b"', 'y=$x', 'x=$(rec set)', 'y=-n', 'x=', 'local_=2', 'x=rec')
const simple = fc.oneof(
  { weight: 4, arbitrary: command },
  assignment,
  fc.constantFrom('true', 'false', ':', 'f', '$x a', 'x=5 rec $x', 'rec <<< "$x"'),
)

const { script } = fc.letrec<{ script: string; statement: string }>((tie) => ({
  script: fc
    .array(tie('statement'), { minLength: 1, maxLength: 3 })
    .chain((parts) =>
      fc
        .array(fc.constantFrom(' ; ', '\n', ' && ', ' || ', '\n# c\n'), { minLength: parts.length, maxLength: parts.length })
        .map((joints) => parts.map((part, index) => (index === 0 ? part : `${joints[index]}${part}`)).join('')),
    ),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: simple },
    tie('statement').map((inner) => `( ${inner} )`),
    tie('statement').map((inner) => `{ ${inner}\n}`),
    fc.tuple(tie('script'), tie('script')).map(([yes, no]) => `if ${yes}\nthen ${no}\nfi`),
    fc.tuple(tie('script'), tie('script'), tie('script')).map(([test, yes, no]) => `if ${test}\nthen ${yes}\nelse ${no}\nfi`),
    fc.tuple(fc.array(word, { maxLength: 3 }), tie('script')).map(([words, body]) => `for x in ${words.join(' ')}; do ${body}\ndone`),
    tie('script').map((body) => `for i in 1 2; do ${body}\ndone`),
    tie('script').map((body) => `n=0; while [ $n = 0 ]; do n=1; ${body}\ndone`),
    tie('script').map((body) => `case "$x" in 1) ${body}\n;; *) rec other;; esac`),
    tie('script').map((body) => `f() { ${body}\n}`),
    fc.tuple(tie('statement'), tie('statement')).map(([left, right]) => `${left} | ${right}`),
    tie('statement').map((inner) => `! ${inner}`),
    fc.constant('rec <<E\nrec $x $(rec here)\nE'),
    fc.constant("rec <<'E'\n$(rec never)\nE"),
  ),
}))

export const scripts = (seed: number, count: number): string[] => fc.sample(script, { seed, numRuns: count })

export interface Unforeseen {
  readonly script: string
  readonly started: readonly string[]
}

/** Scripts in which bash starts something that we did not follow. */
export async function findUnforeseen(
  texts: readonly string[],
  parse: ParseShellLine,
): Promise<{ checked: number; unforeseen: Unforeseen[] }> {
  const readText = (text: string): Statement | undefined => {
    const read = readScript(text)
    const root = parse(text)
    return read instanceof NotUnderstood || !root || root.hasError || !agree(read, root) ? undefined : read
  }
  const followed = texts.flatMap((text) => {
    const read = readText(text)
    if (!read) return []
    const { runs, unclear } = followScript(read, { folder: '.', roots: [], readText })
    return unclear.size > 0 ? [] : [{ text, runs }]
  })
  const recorded = await recordWithBash(followed.map(({ text }) => text))
  const unforeseen = followed.flatMap(({ text, runs }, index) => {
    const missed = (recorded[index]?.commands ?? []).filter((words) => !runs.some((run) => mayStart(run, words)))
    return missed.map((started): Unforeseen => ({ script: text, started }))
  })
  return { checked: followed.length, unforeseen }
}

function mayStart({ fields }: Run, words: readonly string[]): boolean {
  const open = fields.findIndex(({ isOpen }) => isOpen)
  const isKnown = open < 0
  const sure = isKnown ? fields : fields.slice(0, open)
  return (isKnown ? sure.length === words.length : true) && sure.every((field, index) => isSame(field, words[index]))
}

const isSame = ({ text, isHome }: Field, given: string | undefined): boolean => given !== undefined && (isHome || text === given)
