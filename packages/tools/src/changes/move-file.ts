// move_file: gives one file or folder of the workspace a new name. Both names are judged.
import { combine, judgePathUse } from '@countersign/policy'
import { Failure, inEnglish, type Preview, type Sentence, sentence, verbatim } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import type { PreviewHost } from '../hosts/powers.ts'
import type { ObjectFacts } from '../hosts/workspace.ts'
import { plainPath } from '../words/text.ts'
import { textPreview } from '../words/text-preview.ts'
import { describeUndo, undoField, undoOf } from './outcome-notes.ts'
import { describeObject, showLostFile, warnOfLoss } from './preview-removal.ts'

const input = z.strictObject({
  from: z.string().describe('Relative to the workspace, with / between names'),
  to: z.string().describe('The whole new name, not only the folder; missing folders are made'),
  overwrite: z.boolean().default(false).describe('Replace a file that has the new name'),
})

const output = z.strictObject({ success: z.literal(true), from: z.string(), to: z.string(), ...undoField })

async function preview(call: z.output<typeof input>, { workspace }: PreviewHost<'workspace:move'>): Promise<Preview> {
  const [from, to] = [plainPath(call.from), plainPath(call.to)]
  const replaced = await workspace.inspect(to)
  const lost = replaced && (await showLostFile(to, replaced, workspace))
  const moved = await workspace.inspect(from)
  if (!moved) throw new Failure('FILE_NOT_FOUND', { subject: verbatim(from), path: from })
  if (replaced && !call.overwrite)
    throw new Failure('INVALID_PATH', {
      subject: sentence('subject.with-why', { subject: to, why: sentence('file.say-overwrite') }),
      path: to,
    })
  if (moved.kind === 'directory' || moved.leadsTo !== undefined || (replaced && !lost)) {
    const [object, ...names] = describeObject(from, moved)
    return textPreview([sentence('preview.moves', { path: to, object }), ...names, ...(replaced ? describeReplaced(to, replaced) : [])])
  }
  const note_form = sentence('diff.same-content')
  const diff = `rename from ${from}\nrename to ${to}\n${inEnglish(note_form)}\n`
  const renamed = { path: to, change: 'rename' as const, from, diff, note_form, size_before: moved.bytes, size_after: moved.bytes }
  return { kind: 'diff', files: lost ? [lost, renamed] : [renamed] }
}

function describeReplaced(path: string, facts: ObjectFacts): Sentence[] {
  const [object, ...names] = describeObject(path, facts)
  return [sentence('preview.replaces', { object }), ...names, ...warnOfLoss([facts])]
}

export const moveFile = defineTool({
  name: 'move_file',
  aliases: [],
  forModel:
    'Move or rename one file or folder of the workspace. The new name must be free unless overwrite is set, which replaces a file only. The operator sees the change and is asked first.',
  uses: ['workspace:move'],
  input,
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
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge: ({ from, to }, facts) => combine(judgePathUse(from, 'move', facts), judgePathUse(to, 'write', facts)),
  concerns: ({ from, to }) => ({ paths: [from, to], commands: [] }),
  ask: ({ from, to }) => sentence('title.move', { from: plainPath(from), to: plainPath(to) }),
  changesNamedFiles: true,
  classesOf: ({ overwrite }) =>
    overwrite ? [] : [{ key: 'move_file', label: sentence('scope.moves-label'), covers: sentence('scope.moves') }],
  preview,
  run: async ({ from, to, overwrite }, { workspace }): Promise<z.input<typeof output>> => {
    const outcome = await workspace.move({ from, to, overwrite })
    return { success: true, from: plainPath(from), to: plainPath(to), ...undoOf(outcome) }
  },
  report: ({ from, to, undo }) => `Moved ${from} to ${to}.${describeUndo({ undo })}`,
  examples: [
    { title: 'another name', input: { from: 'a.md', to: 'docs/b.md' }, given: { 'a.md': 'text\n' }, risk: 'MEDIUM' },
    { title: 'a folder', input: { from: 'src', to: 'lib' }, given: { 'src/a.ts': '', 'src/b/c.ts': '' }, risk: 'HIGH' },
    {
      title: 'in place of another file',
      input: { from: 'new.md', to: 'old.md', overwrite: true },
      given: { 'new.md': 'new\n', 'old.md': 'old\n' },
      risk: 'MEDIUM',
    },
    {
      title: 'to a name that runs by itself',
      input: { from: 'ci.yml', to: '.github/workflows/ci.yml' },
      given: { 'ci.yml': '' },
      risk: 'HIGH',
    },
    { title: 'to a name that is taken', input: { from: 'a.md', to: 'b.md' }, given: { 'a.md': '', 'b.md': '' }, refuses: 'INVALID_PATH' },
    { title: 'a program', input: { from: 'a.txt', to: 'a.exe' }, given: { 'a.txt': '' }, refuses: 'PERMISSION_DENIED' },
    {
      title: 'a folder with a secret in it',
      input: { from: 'app', to: 'old' },
      given: { 'app/.env': '', 'app/a.ts': '' },
      refuses: 'SENSITIVE_FILE',
    },
    { title: 'a file that is not there', input: { from: 'a.md', to: 'b.md' }, refuses: 'FILE_NOT_FOUND' },
    { title: 'a way out', input: { from: 'a.md', to: '../a.md' }, given: { 'a.md': '' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
