// delete_file: moves one file, link or folder of the workspace to the runner's trash, from which an undo restores it.
import { judgePathUse } from '@countersign/policy'
import { Failure, LIMITS, type Preview, sentence, verbatim } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import type { PreviewHost } from '../hosts/powers.ts'
import { formatCount, inMegabytes, plainPath } from '../words/text.ts'
import { textPreview } from '../words/text-preview.ts'
import { describeUndo, undoField, undoOf } from './outcome-notes.ts'
import { describeObject, showLostFile, warnOfLoss } from './preview-removal.ts'

const output = z.strictObject({
  success: z.literal(true),
  path: z.string(),
  kind: z.enum(['file', 'directory']),
  files_deleted: z.int(),
  ...undoField,
})

async function preview(path: string, { workspace }: PreviewHost<'workspace:remove'>): Promise<Preview> {
  const facts = await workspace.inspect(path)
  if (!facts) throw new Failure('FILE_NOT_FOUND', { subject: verbatim(path), path })
  const lost = await showLostFile(path, facts, workspace)
  if (lost) return { kind: 'diff', files: [lost] }
  const [object, ...names] = describeObject(path, facts)
  return textPreview([sentence('preview.deletes', { object }), ...names, ...warnOfLoss([facts])])
}

export const deleteFile = defineTool({
  name: 'delete_file',
  aliases: [],
  forModel: `Delete one file of the workspace, or with recursive a folder with everything in it. The operator sees what goes and is asked first, and can undo it up to ${inMegabytes(LIMITS.maxUndoBytesPerCall)} MB.`,
  uses: ['workspace:remove'],
  input: z.strictObject({
    path: z.string().describe('Relative to the workspace, with / between names'),
    recursive: z.boolean().default(false).describe('Needed for a folder that is not empty'),
  }),
  output,
  fails: [
    'FILE_NOT_FOUND',
    'FILE_TOO_LARGE',
    'FILE_CHANGED',
    'PERMISSION_DENIED',
    'INVALID_PATH',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
  ],
  usualRisk: 'HIGH',
  idempotent: false,
  judge: ({ path }, facts) => judgePathUse(path, 'delete', facts),
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path, recursive }) => sentence(recursive ? 'title.delete-all' : 'title.delete', { path: plainPath(path) }),
  changesNamedFiles: true,
  preview: ({ path }, host) => preview(plainPath(path), host),
  run: async ({ path, recursive }, { workspace }): Promise<z.input<typeof output>> => {
    const outcome = await workspace.remove({ path, recursive })
    return { success: true, path: plainPath(path), kind: outcome.kind, files_deleted: outcome.files, ...undoOf(outcome) }
  },
  report: ({ path, kind, files_deleted, undo }) => {
    const what = kind === 'file' ? path : `the folder ${path} with ${formatCount(files_deleted, 'file')}`
    return `Deleted ${what}.${describeUndo({ undo })}`
  },
  examples: [
    { title: 'a file', input: { path: 'notes.md' }, given: { 'notes.md': 'one\n' }, risk: 'HIGH' },
    { title: 'a folder', input: { path: 'dist', recursive: true }, given: { 'dist/a.js': '', 'dist/b/c.js': '' }, risk: 'HIGH' },
    { title: 'a folder that is not empty', input: { path: 'dist' }, given: { 'dist/a.js': '' }, refuses: 'INVALID_PATH' },
    { title: 'a file that is not there', input: { path: 'notes.md' }, refuses: 'FILE_NOT_FOUND' },
    {
      title: 'a folder with a repository in it',
      input: { path: 'vendor', recursive: true },
      given: { 'vendor/lib/.git/config': '', 'vendor/lib/a.js': '' },
      refuses: 'SENSITIVE_FILE',
    },
    { title: 'the whole workspace', input: { path: '.', recursive: true }, refuses: 'INVALID_PATH' },
    { title: 'a way out', input: { path: '../x.md' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
