// create_directory: creates a folder, with its missing parent folders.

import { judgePathUse } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { plainPath } from '../words/text.ts'
import { textPreview } from '../words/text-preview.ts'
import { describeUndo, undoField, undoOf } from './outcome-notes.ts'

const output = z.strictObject({
  success: z.literal(true),
  path: z.string(),
  /** False if the folder already existed. */
  created: z.boolean(),
  ...undoField,
})

export const createDirectory = defineTool({
  name: 'create_directory',
  aliases: [],
  forModel:
    'Make a folder in the workspace, with the folders on the way to it. Writing a file makes its folders by itself. The operator is asked first.',
  uses: ['workspace:create-directory'],
  input: z.strictObject({ path: z.string().describe('Relative to the workspace, with / between names') }),
  output,
  fails: ['FILE_CHANGED', 'PERMISSION_DENIED', 'INVALID_PATH', 'PATH_OUTSIDE_WORKSPACE', 'SENSITIVE_FILE', 'FILE_TOO_LARGE'],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge: ({ path }, facts) => judgePathUse(path, 'create_directory', facts),
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path }) => sentence('title.create-folder', { path: plainPath(path) }),
  changesNamedFiles: true,
  classesOf: () => [{ key: 'create_directory', label: sentence('scope.folders-label'), covers: sentence('scope.folders') }],
  show: ({ path }) => textPreview([sentence('preview.creates-folder', { path: plainPath(path) })]),
  run: async ({ path }, { workspace }): Promise<z.input<typeof output>> => {
    const outcome = await workspace.createDirectory(path)
    return { success: true, path: plainPath(path), created: outcome.created, ...undoOf(outcome) }
  },
  report: ({ path, created, undo }) =>
    created ? `Created the folder ${path}.${describeUndo({ undo })}` : `The folder ${path} is there already; nothing was changed.`,
  examples: [
    { title: 'a folder in a new folder', input: { path: 'docs/images' }, risk: 'MEDIUM' },
    { title: 'one that is there', input: { path: 'docs' }, given: { 'docs/a.md': '' }, risk: 'MEDIUM' },
    { title: 'where a file is', input: { path: 'notes.md' }, given: { 'notes.md': '' }, refuses: 'INVALID_PATH' },
    { title: 'the insides of git', input: { path: '.git/hooks' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '../x' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
