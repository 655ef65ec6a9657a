// ide.symbols: the functions, classes and other names that one file defines, as the editor sees them.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { plainPath } from '../words/text.ts'
import { aboutOneFile, countFields, countOf, positionFields, reportLines, spanFields, spanOf } from './editor-words.ts'

const symbol = z.strictObject({
  name: z.string(),
  /** Such as `function` or `class`. */
  kind: z.string(),
  /** The names of the symbols around it, outermost first. */
  containers: z.array(z.string()),
  ...spanFields,
})

const output = z.strictObject({ success: z.literal(true), symbols: z.array(symbol), ...countFields })

const describe = ({ name, kind, containers, line, end_line }: z.output<typeof symbol>): string =>
  `${'  '.repeat(containers.length)}${kind} ${name} (lines ${line} to ${end_line})\n`

export const ideSymbols = defineTool({
  name: 'ide.symbols',
  aliases: ['ide_symbols'],
  forModel: `List the functions, classes, variables and other symbols of one file with their lines, as the operator's editor sees them, at most ${LIMITS.maxEditorEntries}.`,
  ...aboutOneFile,
  input: z.strictObject({ path: positionFields.path }),
  output,
  ask: ({ path }) => sentence('title.ide-symbols', { path: plainPath(path) }),
  run: async ({ path }, { editor }): Promise<z.input<typeof output>> => {
    const found = await editor.symbols(path)
    const symbols = found.entries.map(({ name, kind, containers, ...span }) => ({
      name,
      kind,
      containers: [...containers],
      ...spanOf(span),
    }))
    return { success: true, symbols, ...countOf(found) }
  },
  report: ({ symbols, total_count }, { path }) =>
    reportLines(symbols.map(describe), total_count, {
      none: `The editor knows no symbol of ${plainPath(path)}.`,
      more: 'The rest is not listed: read the file.',
    }),
  examples: [
    {
      title: 'the functions of a file',
      input: { path: 'src/a.ts' },
      given: { 'src/a.ts': 'function one() {}\nfunction two() {}\n' },
      risk: 'LOW',
    },
    { title: 'a file that is not there', input: { path: 'missing.ts' }, risk: 'LOW', refuses: 'FILE_NOT_FOUND' },
    { title: 'a file that holds secrets', input: { path: '.env' }, given: { '.env': 'TOKEN=1' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '../a.ts' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
