// write_file: create, replace or append to one text file in the workspace. The host, not this file, ensures that it stays inside the
// workspace (links included).
import { judgePathUse } from '@countersign/policy'
import { Failure, LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { describeNotes, notesOf, outcomeFields } from '../changes/outcome-notes.ts'
import { defineTool } from '../define-tool.ts'
import type { FileContent } from '../hosts/workspace.ts'
import { applyKeptDiff, type KeptDiff, keptDiff } from '../parts/kept-diff.ts'
import { encodeText, formatCount, inMegabytes, plainPath, requireText } from '../words/text.ts'
import { previewChange } from './preview-change.ts'

const input = z.strictObject({
  path: z.string().describe('Relative to the workspace, with / between names; missing folders are made'),
  content: z.string(),
  mode: z.enum(['write', 'append']).default('write').describe('Replace the whole file, or add to its end'),
})

const output = z.strictObject({
  success: z.literal(true),
  path: z.string(),
  /** The size of the file afterwards, in bytes. */
  size: z.int(),
  bytes_written: z.int(),
  created: z.boolean(),
  created_directories: z.array(z.string()),
  ...outcomeFields,
})

type Input = z.output<typeof input> & KeptDiff

/** What the file holds afterwards. */
function contentAfter({ path, content, mode, kept_diff }: Input, current: FileContent | undefined): Uint8Array {
  if (kept_diff !== undefined) return applyKeptDiff(kept_diff, plainPath(path), current)
  const added = encodeText(content, path)
  const kept = mode === 'append' && current ? current.bytes : new Uint8Array()
  requireText(kept, path)
  const size = kept.length + added.length
  if (size > LIMITS.maxFileBytes) throw new Failure('FILE_TOO_LARGE', { subject: sentence('file.would-have', { path, count: size }), path })
  if (kept.length === 0) return added
  const bytes = new Uint8Array(size)
  bytes.set(kept)
  bytes.set(added, kept.length)
  return bytes
}

export const writeFile = defineTool({
  name: 'write_file',
  aliases: ['tool_write_file'],
  forModel: `Create, replace or append to one text file (UTF-8) of the workspace, at most ${inMegabytes(LIMITS.maxFileBytes)} MB. The operator sees the change and is asked first.`,
  uses: ['workspace:write'],
  input,
  answeredInput: input.extend(keptDiff),
  output,
  fails: [
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
  judge: ({ path }, facts) => judgePathUse(path, 'write', facts),
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path, mode }) => sentence(mode === 'append' ? 'title.append' : 'title.write', { path: plainPath(path) }),
  changesNamedFiles: true,
  classesOf: () => [{ key: 'write_file', label: sentence('scope.writes-label'), covers: sentence('scope.writes') }],
  preview: async (call: Input, { workspace }) => {
    const current = await workspace.readIfPresent(call.path)
    return previewChange(plainPath(call.path), current, contentAfter(call, current))
  },
  run: async (call: Input, { workspace }): Promise<z.input<typeof output>> => {
    const outcome = await workspace.write(call.path, (current) => contentAfter(call, current))
    const { size, created, createdDirectories } = outcome
    const written = call.kept_diff === undefined ? encodeText(call.content, call.path).length : size
    return {
      success: true,
      path: plainPath(call.path),
      size,
      bytes_written: written,
      created,
      created_directories: [...createdDirectories],
      ...notesOf(outcome),
    }
  },
  report: ({ path, bytes_written, size, created, ...notes }, { mode, kept_diff }: Pick<Input, 'mode' | 'kept_diff'>) => {
    if (kept_diff !== undefined)
      return `Wrote the part that the operator kept to ${path} (${formatCount(size, 'byte')}).${describeNotes(notes)}`
    if (mode === 'append' && !created)
      return `Appended ${formatCount(bytes_written, 'byte')} to ${path}, which now has ${formatCount(size, 'byte')}.${describeNotes(notes)}`
    return `${created ? 'Created' : 'Replaced'} ${path} (${formatCount(size, 'byte')}).${describeNotes(notes)}`
  },
  examples: [
    { title: 'a new note', input: { path: 'notes/today.md', content: '# Today\n' }, risk: 'MEDIUM' },
    {
      title: 'another line',
      input: { path: 'notes.md', content: 'two\n', mode: 'append' },
      given: { 'notes.md': 'one\n' },
      risk: 'MEDIUM',
    },
    { title: 'a script', input: { path: 'deploy.sh', content: 'echo hello\n' }, risk: 'HIGH' },
    { title: 'a program', input: { path: 'tool.exe', content: '' }, refuses: 'PERMISSION_DENIED' },
    { title: 'a file that holds secrets', input: { path: '.env', content: 'TOKEN=1' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '../x.md', content: '' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
