// apply_patch: applies a unified or git diff to the files of the workspace, exactly like `git apply`, all or nothing.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { describeNotes, notesOf, outcomeFields } from '../changes/outcome-notes.ts'
import { defineTool } from '../define-tool.ts'
import { formatCount, inMegabytes } from '../words/text.ts'
import { applyPatchToFiles, type ChangedFile } from './apply/apply-patch-to-files.ts'
import { describePatch } from './describe-patch.ts'
import { judgePatch, readPatch } from './judge-patch.ts'
import { parsePatch } from './parse/parse-patch.ts'
import { type ChangeKind, namesOf } from './patch.ts'
import { previewPatch } from './preview-patch.ts'

const output = z.strictObject({
  success: z.literal(true),
  files_modified: z.array(z.string()),
  files_created: z.array(z.string()),
  files_deleted: z.array(z.string()),
  files_renamed: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  ...outcomeFields,
})

function summarise(changes: readonly ChangedFile[]): z.input<typeof output> {
  const namesWith = (kind: ChangeKind): string[] => changes.filter(({ change }) => change === kind).map(({ path }) => path)
  return {
    success: true,
    files_modified: namesWith('modify'),
    files_created: namesWith('create'),
    files_deleted: namesWith('delete'),
    files_renamed: changes.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }])),
  }
}

const MAX_NAMED = 50

function describeRecount(diff: string): string {
  const wrong = readPatch(diff).files.flatMap(({ hunks }) => hunks.filter(({ isRecounted }) => isRecounted))
  return wrong.length === 0 ? '' : ` The counts in ${formatCount(wrong.length, '@@ line')} were wrong; the lines were counted again.`
}

export const applyPatch = defineTool({
  name: 'apply_patch',
  aliases: [],
  forModel: `Change files by a unified or git diff, at most ${inMegabytes(LIMITS.maxDiffBytes)} MB, ${LIMITS.maxPatchFiles} files and ${LIMITS.maxPatchHunks} hunks: modify, create, delete, rename. It must fit as for \`git apply\`: context lines are compared exactly, with three of them around each change; only the numbers in the @@ lines may be off. All files change or none does. No copies, modes, links, submodules or binary files. The operator sees the change and is asked first.`,
  uses: ['workspace:change'],
  input: z.strictObject({
    diff: z.string().describe('With ---, +++ and @@ lines; paths relative to the workspace, with a/ and b/ or without'),
  }),
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
  judgesWhole: ['diff'],
  judge: ({ diff }, facts) => judgePatch(diff, facts),
  concerns: ({ diff }) => ({ paths: readPatch(diff).files.flatMap(namesOf), commands: [] }),
  ask: ({ diff }) => sentence('title.apply-patch', { changes: describePatch(readPatch(diff).files) }),
  changesNamedFiles: true,
  classesOf: () => [{ key: 'apply_patch', label: sentence('scope.patches-label'), covers: sentence('scope.patches') }],
  preview: async ({ diff }, { workspace }) => previewPatch(parsePatch(diff), workspace),
  run: async ({ diff }, { workspace }): Promise<z.input<typeof output>> => {
    const patch = parsePatch(diff)
    let changes: readonly ChangedFile[] = []
    const outcome = await workspace.changeAll(patch.files.flatMap(namesOf), (current) => {
      changes = applyPatchToFiles(patch, current)
      return changes.map(({ path, from, after }) => ({ path, content: after, ...(from !== undefined && { from }) }))
    })
    return { ...summarise(changes), ...notesOf(outcome) }
  },
  report: ({ files_modified, files_created, files_deleted, files_renamed, ...notes }, { diff }) => {
    const parts = [
      ...files_modified.map((path) => `modified ${path}`),
      ...files_created.map((path) => `created ${path}`),
      ...files_deleted.map((path) => `deleted ${path}`),
      ...files_renamed.map(({ from, to }) => `renamed ${from} to ${to}`),
    ]
    const rest = parts.length > MAX_NAMED ? `, and ${formatCount(parts.length - MAX_NAMED, 'more file')}` : ''
    return `The patch was applied to ${formatCount(parts.length, 'file')}: ${parts.slice(0, MAX_NAMED).join(', ')}${rest}.${describeRecount(diff)}${describeNotes(notes)}`
  },
  examples: [
    {
      title: 'one line of a file',
      input: { diff: '--- a/greeting.md\n+++ b/greeting.md\n@@ -1,2 +1,2 @@\n # Greeting\n-Hello\n+Hello, world\n' },
      given: { 'greeting.md': '# Greeting\nHello\n' },
      risk: 'MEDIUM',
    },
    {
      title: 'several files at once',
      input: {
        diff: 'diff --git a/old.md b/new.md\nrename from old.md\nrename to new.md\ndiff --git a/gone.md b/gone.md\ndeleted file mode 100644\n--- a/gone.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\ndiff --git a/made.md b/made.md\nnew file mode 100644\n--- /dev/null\n+++ b/made.md\n@@ -0,0 +1 @@\n+hello\n',
      },
      given: { 'old.md': 'kept\n', 'gone.md': 'bye\n' },
      risk: 'HIGH',
    },
    {
      title: 'a file that is not what the diff expects',
      input: { diff: '--- a/notes.md\n+++ b/notes.md\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n' },
      given: { 'notes.md': 'one\n2\n' },
      risk: 'MEDIUM',
      refuses: 'PATCH_APPLY_FAILED',
    },
    {
      title: 'a symbolic link',
      input: {
        diff: 'diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
      },
      refuses: 'INVALID_ARGUMENTS',
    },
    { title: 'no diff at all', input: { diff: 'Please change line 3.' }, refuses: 'INVALID_ARGUMENTS' },
    {
      title: 'a file that holds secrets',
      input: { diff: '--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-TOKEN=1\n+TOKEN=2\n' },
      given: { '.env': 'TOKEN=1\n' },
      refuses: 'SENSITIVE_FILE',
    },
    { title: 'a way out', input: { diff: '--- a/../x.md\n+++ b/../x.md\n@@ -1 +1 @@\n-a\n+b\n' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
