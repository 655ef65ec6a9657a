// search_in_project: the lines of the workspace's files that contain a text or match a pattern.
import { judgePathUse, refusalOf } from '@countersign/policy'
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { patternField } from '../files/list-entries.ts'
import type { SearchMatch } from '../hosts/workspace.ts'
import { describeFolder, nameFolder } from '../words/name-folder.ts'
import { quoteWord } from '../words/quote-word.ts'
import { boundText } from '../words/text.ts'
import { compileQuery, problemOf } from './compile-query.ts'

const match = z.strictObject({
  /** Relative to the workspace. */
  path: z.string(),
  /** Counted from 1. */
  line: z.int(),
  /** Where the first match in the line begins, in characters, counted from 1. */
  column: z.int(),
  /** The line; a long one is cut around the match, with … where something is left out. */
  text: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
})

const output = z.strictObject({
  success: z.literal(true),
  matches: z.array(match),
  /** Matching lines, returned or not, counted up to a limit. */
  total_count: z.int(),
  truncated: z.boolean(),
})

export const searchInProject = defineTool({
  name: 'search_in_project',
  aliases: [],
  forModel: `Search the text files of the workspace line by line: for a text, or with \`regex\` for a regular expression (groups, [ ], \\d \\w \\s \\b, repetition; no looking around, no back references). Case matters only with \`case_sensitive\`. At most ${LIMITS.maxSearchMatches} matching lines are returned, in the order of paths. Binary and sensitive files, names that start with a dot and what .gitignore names are left out.`,
  uses: ['workspace:read'],
  input: z.strictObject({
    query: z.string().min(1).max(LIMITS.maxQueryCharacters).describe('What to look for, in one line'),
    path: z.string().default('.').describe('A folder or file to search, relative to the workspace'),
    case_sensitive: z.boolean().default(false),
    regex: z.boolean().default(false).describe('The query is a regular expression'),
    pattern: patternField.default('*').describe('Only files that this glob matches, such as *.ts or src/**/*.md'),
    context_lines: z.int().min(0).max(LIMITS.maxSearchContextLines).default(0).describe('Lines to show before and after each match'),
  }),
  output,
  fails: [
    'FILE_NOT_FOUND',
    'PERMISSION_DENIED',
    'INVALID_PATH',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
    'INVALID_ARGUMENTS',
    'FILE_TOO_LARGE',
    'TIMEOUT',
  ],
  usualRisk: 'LOW',
  idempotent: true,
  judge: ({ query, path, regex, case_sensitive }, facts) => {
    const problem = problemOf({ query, regex, caseSensitive: case_sensitive })
    return problem === undefined ? judgePathUse(path, 'search', facts) : { refusal: refusalOf(problem.code, problem.messageForm) }
  },
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ query, path }) => sentence('title.search', { path: nameFolder(path), query: quoteWord(query) }),
  run: async ({ query, regex, case_sensitive, context_lines, ...where }, { workspace, signal }): Promise<z.input<typeof output>> => {
    const compiled = compileQuery({ query, regex, caseSensitive: case_sensitive })
    const { matches, total } = await workspace.search({ ...where, query: compiled, contextLines: context_lines, signal })
    return { success: true, matches: matches.map(copy), total_count: total, truncated: total > matches.length }
  },
  report: ({ matches, total_count }, { query, path }) => {
    if (matches.length === 0) return `Nothing in ${describeFolder(path)} matches ${quoteWord(query)}.`
    const { shown, text } = describeMatches(matches)
    if (shown === total_count) return text
    const total = total_count >= LIMITS.maxSearchCount ? `${total_count} or more` : String(total_count)
    return `${text}[${shown} of ${total} matching lines. To see others: search in a folder or by a pattern, or for something longer.]`
  },
  examples: [
    {
      title: 'where a name is used',
      input: { query: 'parseConfig', pattern: '*.ts' },
      given: { 'src/config.ts': 'export function parseConfig() {}\n', 'notes.md': 'parseConfig\n' },
      risk: 'LOW',
    },
    {
      title: 'a regular expression, with the lines around',
      input: { query: '^def \\w+\\(', regex: true, path: 'src', context_lines: 1 },
      given: { 'src/main.py': '# start\ndef main():\n  pass\n' },
      risk: 'LOW',
    },
    { title: 'nothing found', input: { query: 'nowhere' }, given: { 'a.txt': 'a\n' }, risk: 'LOW' },
    { title: 'a pattern that is not understood', input: { query: '(?=a)', regex: true }, refuses: 'INVALID_ARGUMENTS' },
    { title: 'a folder that is not there', input: { query: 'a', path: 'missing' }, risk: 'LOW', refuses: 'FILE_NOT_FOUND' },
    {
      title: 'a file that holds secrets',
      input: { query: 'TOKEN', path: '.env' },
      given: { '.env': 'TOKEN=1' },
      refuses: 'SENSITIVE_FILE',
    },
    { title: 'a way out', input: { query: 'root', path: '/etc' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})

const copy = ({ before, after, ...rest }: SearchMatch) => ({ ...rest, before: [...before], after: [...after] })

/** In the format of `grep -n`, whole matches only: a match with its context is one unit. */
function describeMatches(matches: readonly SearchMatch[]): { readonly shown: number; readonly text: string } {
  const hasContext = matches.some(({ before, after }) => before.length + after.length > 0)
  const pieces = matches.map((found) => describeMatch(found) + (hasContext ? '--\n' : ''))
  const { text } = boundText(pieces.join(''))
  let [shown, length] = [0, 0]
  while (shown < pieces.length && length + (pieces[shown] as string).length <= text.length) length += (pieces[shown++] as string).length
  return { shown, text: text.slice(0, length) }
}

function describeMatch({ path, line, text, before, after }: SearchMatch): string {
  const first = line - before.length
  const lines = [...before, text, ...after]
  return lines
    .map((shown, index) => `${path}${first + index === line ? ':' : '-'}${first + index}${first + index === line ? ':' : '-'}${shown}\n`)
    .join('')
}
