// Prints every survivor of the last mutation run with its judgement, as in docs/mutation-survivors.md. A survivor that matches no row of
// JUDGEMENTS is printed as not judged.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-command.ts'

interface Mutant {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  readonly location: { readonly start: Place; readonly end: Place }
}

interface Place {
  readonly line: number
  readonly column: number
}

interface Judgement {
  readonly files: RegExp
  readonly mutants?: RegExp
  readonly verdict: string
}

const ALWAYS_THERE = 'the types ask for it; the value is always there'
const JUDGEMENTS: readonly Judgement[] = [
  { files: /./, mutants: /^\(not reached\)/, verdict: ALWAYS_THERE },
  { files: /./, mutants: /^OptionalChaining/, verdict: 'the same, or an exception, which is a refusal' },
  { files: /^shell\/(tree\/|understand-line|grammar-types)/, verdict: 'second wall: the other reader of the line refuses the same lines' },
  { files: /^shell\/words\/(read-line|read-word|ansi-quotes)/, verdict: 'second wall: the tree of the grammar refuses the same lines' },
  { files: /^shell\/words\/glob-reach/, verdict: 'worth a test: patterns at the limit of stars' },
  { files: /^shell\/(words\/expand-braces|folders)/, verdict: 'a limit that is checked again behind it' },
  { files: /^shell\//, mutants: /StringLiteral/, verdict: 'words of a reason, or a name that the grammar never gives there' },
  { files: /^shell\//, verdict: 'changes nothing: the rest of the line is understood again with the same answer' },
  { files: /^path\/(check-path|fold-name)/, verdict: 'a short cut: the long way gives the same answer' },
  { files: /^path\/(suspect-path|is-sensitive)/, verdict: 'more readings are tried, which only refuse more; or one that another covers' },
  { files: /^path\//, verdict: 'the greedy part reaches the end anyway' },
  { files: /^command\/analysers\/(archives|gcc|zip|npm|interpreters)/, verdict: 'every reading ends in the same HIGH' },
  { files: /^command\/analysers\/(find|git)/, verdict: 'worth a test: combinations that the corpus does not have' },
  { files: /^command\/analysers\//, verdict: 'more options are looked at, which only raises the risk' },
  {
    files: /^command\/(option-table|read-options)/,
    mutants: /cache|BlockStatement|found\.set|' '/,
    verdict: 'the cache of spellings is filled already',
  },
  { files: /^command\/(read-options|apply-table)/, verdict: 'worth a test: options that end the options, with a later one' },
  {
    files: /^command\//,
    mutants: /StringLiteral|ArrayDeclaration|Regex/,
    verdict: 'words of a reason, or a name that is refused as unknown anyway',
  },
  { files: /^command\//, verdict: 'a limit or a shape that the schema of the tool has checked before' },
  { files: /^risk\//, verdict: ALWAYS_THERE },
]

const FOLDER = 'packages/policy/src/'
const report = JSON.parse(readFileSync(join(ROOT, '.cache/mutation/report.json'), 'utf8')) as {
  readonly files: Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>
}

const cell = (text: string): string => `\`${text.replace(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\\|').slice(0, 60)}\``

function textAt(source: string, { start, end }: Mutant['location']): string {
  const line = source.split('\n')[start.line - 1] ?? ''
  return line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
}

function judge(file: string, mutant: Mutant, original: string): string {
  const words = `${mutant.status === 'NoCoverage' ? '(not reached) ' : ''}${mutant.mutatorName} ${original}`
  return JUDGEMENTS.find(({ files, mutants = /./ }) => files.test(file) && mutants.test(words))?.verdict ?? 'NOT JUDGED'
}

const rows = Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
  mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .sort((a, b) => a.location.start.line - b.location.start.line)
    .map((mutant) => {
      const [file, original] = [path.replace(FOLDER, ''), textAt(source, mutant.location)]
      return `| ${file}:${mutant.location.start.line} | ${cell(original)} | ${cell(mutant.replacement ?? '')} | ${judge(file, mutant, original)} |`
    }),
)

const HEAD = `# Every survivor, judged

Made by \`node scripts/mutation/list-survivors.ts\` from the last run of \`npm run mutate\`; [mutation.md](mutation.md) says how that works
and what the judgements mean. Paths are below \`${FOLDER}\`.

| where | code | mutant | judgement |
| --- | --- | --- | --- |`
process.stdout.write(`${HEAD}\n${rows.join('\n')}\n`)
