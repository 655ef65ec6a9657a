// edit_file: replaces one exact text in a file, or every occurrence of it. What is not exactly there is not guessed at: the failure names the
// nearest place and what differs.
import { judgePathUse, printableSubject, refuse } from '@countersign/policy'
import { Failure, LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { describeNotes, notesOf, outcomeFields } from '../changes/outcome-notes.ts'
import { defineTool } from '../define-tool.ts'
import { previewChange } from '../files/preview-change.ts'
import type { FileContent } from '../hosts/workspace.ts'
import { applyKeptDiff, countHunks, type KeptDiff, keptDiff } from '../parts/kept-diff.ts'
import { encodeText, formatCount, inMegabytes, plainPath, requireText } from '../words/text.ts'
import { replaceText } from './replace-text.ts'

const input = z.strictObject({
  path: z.string().describe('Relative to the workspace, with / between names; the file must exist'),
  old_text: z.string().describe('The exact text to replace, with its blanks and line ends; enough lines that it occurs once'),
  new_text: z.string().describe('What stands there afterwards; empty to delete the text'),
  replace_all: z.boolean().default(false).describe('Replace every occurrence, not only one'),
})
type Input = z.output<typeof input> & KeptDiff

const output = z.strictObject({
  success: z.literal(true),
  path: z.string(),
  replacements: z.int(),
  /** The size of the file afterwards, in bytes. */
  size: z.int(),
  ...outcomeFields,
})

interface Edited {
  readonly bytes: Uint8Array
  readonly replacements: number
}

function edit(call: Input, current: FileContent | undefined): Edited {
  const path = plainPath(call.path)
  if (!current) throw new Failure('FILE_NOT_FOUND', { subject: printableSubject(path), path })
  encodeText(call.old_text, path)
  const { text, replacements } = replaceText(requireText(current.bytes, path), { ...call, path })
  // What the operator kept of it is not a number of replacements: its hunks are counted.
  if (call.kept_diff !== undefined) return { bytes: applyKeptDiff(call.kept_diff, path, current), replacements: countHunks(call.kept_diff) }
  const bytes = encodeText(text, path)
  if (bytes.length > LIMITS.maxFileBytes)
    throw new Failure('FILE_TOO_LARGE', { subject: sentence('file.would-have', { path, count: bytes.length }), path })
  return { bytes, replacements }
}

const NOTES = { path: 'notes.md', old_text: 'two\n', new_text: 'second\n' }

export const editFile = defineTool({
  name: 'edit_file',
  aliases: [],
  forModel: `Replace one exact text in a file of the workspace (UTF-8, each text at most ${inMegabytes(LIMITS.maxDiffBytes)} MB). Prefer it to write_file for every change to a file that exists: the rest of the file stays byte for byte. \`old_text\` must occur exactly once, or give replace_all; read the file first and copy the text as it stands there, without line numbers. The operator sees the change as a diff and is asked first.`,
  uses: ['workspace:write'],
  input,
  answeredInput: input.extend(keptDiff),
  output,
  fails: [
    'PATCH_APPLY_FAILED',
    'INVALID_ARGUMENTS',
    'FILE_NOT_FOUND',
    'FILE_TOO_LARGE',
    'FILE_CHANGED',
    'PERMISSION_DENIED',
    'INVALID_PATH',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
    'ENCODING_ERROR',
  ],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judgesWhole: ['old_text', 'new_text'],
  judge: ({ path, old_text, new_text }, facts) => {
    if (old_text === '') return refuse('INVALID_ARGUMENTS', sentence('edit.empty'))
    if (old_text === new_text) return refuse('INVALID_ARGUMENTS', sentence('edit.same'))
    return judgePathUse(path, 'write', facts)
  },
  changesNamedFiles: true,
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path }) => sentence('title.edit', { path: plainPath(path) }),
  classesOf: () => [{ key: 'write_file', label: sentence('scope.writes-label'), covers: sentence('scope.writes') }],
  preview: async (call: Input, { workspace }) => {
    const current = await workspace.readIfPresent(call.path)
    return previewChange(plainPath(call.path), current, edit(call, current).bytes)
  },
  run: async (call: Input, { workspace }): Promise<z.input<typeof output>> => {
    let replacements = 0
    const outcome = await workspace.write(call.path, (current) => {
      const edited = edit(call, current)
      replacements = edited.replacements
      return edited.bytes
    })
    return { success: true, path: plainPath(call.path), replacements, size: outcome.size, ...notesOf(outcome) }
  },
  report: ({ path, replacements, size, ...notes }, { kept_diff }: Input) =>
    kept_diff !== undefined
      ? `Edited ${path} as far as the operator kept the edit (${formatCount(size, 'byte')}).${describeNotes(notes)}`
      : `Replaced ${formatCount(replacements, 'occurrence')} in ${path} (${formatCount(size, 'byte')}).${describeNotes(notes)}`,
  examples: [
    { title: 'one line of a file', input: NOTES, given: { 'notes.md': 'one\ntwo\nthree\n' }, risk: 'MEDIUM' },
    {
      title: 'a name, everywhere',
      input: { path: 'a.ts', old_text: 'oldName', new_text: 'newName', replace_all: true },
      given: { 'a.ts': 'const oldName = 1\nuse(oldName)\n' },
      risk: 'MEDIUM',
    },
    { title: 'a script', input: { ...NOTES, path: 'run.sh' }, given: { 'run.sh': 'two\n' }, risk: 'HIGH' },
    {
      title: 'another indentation than the file has',
      input: { path: 'a.ts', old_text: '    return 1', new_text: '    return 2' },
      given: { 'a.ts': 'function a() {\n\treturn 1\n}\n' },
      refuses: 'PATCH_APPLY_FAILED',
    },
    { title: 'a text that stands in two places', input: NOTES, given: { 'notes.md': 'two\ntwo\n' }, refuses: 'PATCH_APPLY_FAILED' },
    { title: 'a file that does not exist', input: NOTES, refuses: 'FILE_NOT_FOUND' },
    { title: 'no text to look for', input: { ...NOTES, old_text: '' }, given: { 'notes.md': '' }, refuses: 'INVALID_ARGUMENTS' },
    { title: 'no change', input: { ...NOTES, new_text: 'two\n' }, given: { 'notes.md': 'two\n' }, refuses: 'INVALID_ARGUMENTS' },
    { title: 'a file that holds secrets', input: { ...NOTES, path: '.env' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { ...NOTES, path: '../x.md' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
