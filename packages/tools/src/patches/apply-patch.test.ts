// Runs the tool over a workspace in memory; the runner's tests cover a real disk.
import { isRefused } from '@countersign/policy'
import { Failure, inEnglish } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { createMemoryWorkspace } from '../../test/memory-workspace.ts'
import { breakPatch, GIVEN } from '../../test/patches/broken-patches.ts'
import { createDice } from '../../test/patches/dice.ts'
import { applyPatch } from './apply-patch.ts'

const { signal } = new AbortController()
const SANDBOX = { isolation: 'sandbox' } as const

const MANY = [
  'diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n',
  'diff --git a/old.md b/new.md\nrename from old.md\nrename to new.md\n',
  'diff --git a/gone.md b/gone.md\ndeleted file mode 100644\n--- a/gone.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n',
  'diff --git a/made.md b/made.md\nnew file mode 100644\n--- /dev/null\n+++ b/made.md\n@@ -0,0 +1 @@\n+hi\n',
].join('')
const FILES = { 'a.md': '0\na\nb\n'.slice(2), 'old.md': 'kept\n', 'gone.md': 'bye\n' }

async function call(diff: string, files: Readonly<Record<string, string>>) {
  const workspace = createMemoryWorkspace(files)
  const judgement = applyPatch.judge({ diff }, SANDBOX)
  if (isRefused(judgement)) return { refused: judgement.refusal, texts: workspace.texts() }
  try {
    const preview = await applyPatch.preview?.({ diff }, { workspace, signal })
    const output = applyPatch.output.parse(await applyPatch.run({ diff }, { workspace, signal }))
    return { risk: judgement.risk, preview, output, report: applyPatch.report(output, { diff }), texts: workspace.texts() }
  } catch (error) {
    if (error instanceof Failure) return { refused: error, texts: workspace.texts() }
    throw error
  }
}

describe('apply_patch', () => {
  it('changes several files and says what became of each', async () => {
    const { output, report, texts } = await call(MANY, FILES)
    expect(output).toEqual({
      success: true,
      files_modified: ['a.md'],
      files_created: ['made.md'],
      files_deleted: ['gone.md'],
      files_renamed: [{ from: 'old.md', to: 'new.md' }],
    })
    expect(texts).toEqual({ 'a.md': 'A\nb\n', 'new.md': 'kept\n', 'made.md': 'hi\n' })
    expect(report).toBe('The patch was applied to 4 files: modified a.md, created made.md, deleted gone.md, renamed old.md to new.md.')
  })

  it('shows what each file becomes, at the line where the change really is', async () => {
    const moved = { ...FILES, 'a.md': 'x\n1\n2\n3\na\nb\n' }
    const diff = MANY.replace('@@ -1,2 +1,2 @@', '@@ -2,2 +2,2 @@')
    const { preview } = await call(diff, moved)
    expect(preview).toEqual({
      kind: 'diff',
      files: [
        {
          path: 'a.md',
          change: 'modify',
          diff: '--- a/a.md\n+++ b/a.md\n@@ -2,5 +2,5 @@\n 1\n 2\n 3\n-a\n+A\n b\n',
          size_before: 12,
          size_after: 12,
        },
        {
          path: 'new.md',
          from: 'old.md',
          change: 'rename',
          diff: '--- a/old.md\n+++ b/new.md\nThe content stays the same.\n',
          note_form: { form: 'diff.same-content' },
          size_before: 5,
          size_after: 5,
        },
        {
          path: 'gone.md',
          change: 'delete',
          diff: '--- a/gone.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-bye\n',
          size_before: 4,
          size_after: null,
        },
        {
          path: 'made.md',
          change: 'create',
          diff: '--- /dev/null\n+++ b/made.md\n@@ -0,0 +1,1 @@\n+hi\n',
          size_before: null,
          size_after: 3,
        },
      ],
    })
  })

  it('is as dangerous as the most dangerous of its files, and names them all', () => {
    const risk = (diff: string) => applyPatch.judge({ diff }, SANDBOX)
    const edit = (path: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`
    expect(risk(edit('a.md'))).toMatchObject({
      risk: 'MEDIUM',
      findings: [{ sentence: { form: 'reason.writes', slots: { path: 'a.md' } } }],
    })
    expect(risk(`${edit('a.md')}${edit('run.sh')}`)).toMatchObject({ risk: 'HIGH' })
    expect(risk(MANY)).toMatchObject({ risk: 'HIGH' })
    expect(applyPatch.concerns({ diff: MANY }, SANDBOX).paths).toEqual(['a.md', 'old.md', 'new.md', 'gone.md', 'made.md'])
    expect(inEnglish(applyPatch.ask({ diff: MANY }))).toBe(
      'Apply a patch: change a.md, rename old.md to new.md, delete gone.md, create made.md',
    )
    const nine = Array.from({ length: 9 }, (_, nth) => edit(`${nth}.md`)).join('')
    expect(inEnglish(applyPatch.ask({ diff: nine }))).toMatch(/change 4\.md and 4 more files$/)
  })

  it('refuses two names of one file, where the disk knows that they are', () => {
    const diff = '--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+b\n--- a/link.md\n+++ b/link.md\n@@ -1 +1 @@\n-a\n+b\n'
    const resolve = () => ({ path: 'a.md' })
    expect(applyPatch.judge({ diff }, { ...SANDBOX, resolve })).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS' } })
    expect(applyPatch.judge({ diff }, SANDBOX)).toMatchObject({ risk: 'MEDIUM' })
  })

  it('has a preview that stays within bounds, whatever lies around a change', async () => {
    const long = 'x'.repeat(900_000)
    const names = Array.from({ length: 8 }, (_, nth) => `${nth}.md`)
    const files = Object.fromEntries(names.map((name) => [name, `${long}\na\nb\n${long}\n`]))
    const diff = names.map((name) => `--- a/${name}\n+++ b/${name}\n@@ -2,2 +2,2 @@\n-a\n+A\n b\n`).join('')
    const { preview } = await call(diff, files)
    expect(JSON.stringify(preview).length).toBeLessThan(6_000_000)
    expect(preview?.kind === 'diff' && preview.files.at(-1)?.diff).toMatch(/Only the first 0 characters are shown\. .*SHA-256/)
  })
})

it('broken and hostile patches change nothing, and each is refused in words', { timeout: 60_000 }, async () => {
  const dice = createDice(4)
  for (let nth = 0; nth < 200; nth++) {
    const diff = breakPatch(nth, dice)
    const { refused, texts } = await call(diff, GIVEN)
    expect(refused, `${nth}: ${diff}`).toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/^[A-Z].{10,}/),
    })
    expect(texts).toEqual(GIVEN)
  }
})

it('tells the agent that its counts were wrong', () => {
  const diff = '--- a/a.md\n+++ b/a.md\n@@ -1,7 +1,9 @@\n-a\n+A\n'
  const report = (counted: string) =>
    applyPatch.report(
      { success: true, files_modified: ['a.md'], files_created: [], files_deleted: [], files_renamed: [] },
      { diff: counted },
    )
  expect(report(diff)).toContain('The counts in 1 @@ line were wrong; the lines were counted again.')
  expect(report(diff.replace('-1,7 +1,9', '-1 +1'))).not.toContain('counts')
})
