// ide.diagnostics: the problems that the editor finds in files of the workspace.
import { judgePathUse } from '@countersign/policy'
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import type { EditorDiagnostic } from '../hosts/editor.ts'
import { describeFolder, nameFolder } from '../words/name-folder.ts'
import { countFields, countOf, describePosition, EDITOR_FAILURES, fileFields, reportLines, spanFields, spanOf } from './editor-words.ts'

const diagnostic = z.strictObject({
  ...fileFields,
  ...spanFields,
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  /** Left out for a file outside the workspace. */
  message: z.string().optional(),
  /** Who found it, such as a compiler, and its name for the problem. */
  source: z.string().optional(),
  code: z.string().optional(),
})

const output = z.strictObject({ success: z.literal(true), diagnostics: z.array(diagnostic), ...countFields })

function viewOf(found: EditorDiagnostic): z.input<typeof diagnostic> {
  const { endLine, endColumn, ...rest } = found
  return { ...rest, ...spanOf(found) }
}

function describe(found: z.output<typeof diagnostic>): string {
  const { severity, message = '', source, code } = found
  const origin = [source, code].filter((word) => word !== undefined).join(' ')
  const words = [severity, ...(origin ? [`(${origin})`] : [])].join(' ')
  return `${describePosition(found)} ${words}${message ? `: ${message.replaceAll(/\s*\n\s*/g, ' ')}` : ''}\n`
}

export const ideDiagnostics = defineTool({
  name: 'ide.diagnostics',
  aliases: ['ide_diagnostics'],
  forModel: `List the errors and warnings that the operator's editor finds, at most ${LIMITS.maxEditorEntries}, the worst first: in one file or folder, or without \`path\` in every file that the editor has looked at. After a change, give the editor a moment to look again.`,
  uses: ['editor'],
  input: z.strictObject({ path: z.string().optional().describe('A file or folder, relative to the workspace') }),
  output,
  fails: EDITOR_FAILURES,
  usualRisk: 'LOW',
  idempotent: true,
  maskResult: true,
  judge: ({ path = '.' }, facts) => judgePathUse(path, 'search', facts),
  concerns: ({ path = '.' }) => ({ paths: [path], commands: [] }),
  ask: ({ path }) => sentence('title.ide-diagnostics', { path: nameFolder(path) }),
  run: async ({ path }, { editor }): Promise<z.input<typeof output>> => {
    const found = await editor.diagnostics(path)
    return { success: true, diagnostics: found.entries.map(viewOf), ...countOf(found) }
  },
  report: ({ diagnostics, total_count }, { path }) =>
    reportLines(diagnostics.map(describe), total_count, {
      none: `The editor finds no problem in ${describeFolder(path)}.`,
      more: 'To see others: ask for a file or folder.',
    }),
  examples: [
    {
      title: 'one file with an error',
      input: { path: 'src/a.ts' },
      given: { 'src/a.ts': 'const a: number = "one" // problem: not a number\n' },
      risk: 'LOW',
    },
    { title: 'everything that the editor has looked at', input: {}, given: { 'a.ts': 'export {}\n' }, risk: 'LOW' },
    { title: 'a file that is not there', input: { path: 'missing.ts' }, risk: 'LOW', refuses: 'FILE_NOT_FOUND' },
    { title: 'a file that holds secrets', input: { path: '.env' }, given: { '.env': 'TOKEN=1' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '../other' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
