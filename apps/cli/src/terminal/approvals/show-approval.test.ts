import type { Approval, ApprovalView, Preview } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { approvalText } from './show-approval.ts'

const place = { cwd: 'src', timeout_seconds: 30, isolation: 'none', network: true } as const

const base = {
  id: 'a1',
  kind: 'approval',
  description: 'Run: it',
  agent: 'coder',
  tool_name: 'run_command',
  tool_params: { command: 'ls' },
  reasons: ['of a reason'],
  scopes: [],
  risk_level: 'HIGH',
  expires_at: new Date(60_000).toISOString(),
  masked: [],
}

const textOf = (preview: Preview | null, kind: Approval['kind'] = 'approval', more: Partial<ApprovalView> = {}): string => {
  const approval = { ...base, kind, preview, ...more } as unknown as ApprovalView
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  return approvalText(approval, 0).replaceAll(/\u001b\[\d+m/g, '')
}

test('a shell line is shown as it is, each line break as one', () => {
  const text = textOf({ kind: 'shell', line: `git commit -m 'a\nb' && ls`, ...place })
  expect(text).toContain(`  shell    git commit -m 'a\n           b' && ls\n`)
  expect(text).toContain('  in       src, 30 s at most\n  sandbox  none: it runs with your own rights\n  network  the internet')
})

test('what could hide in a line is made visible', () => {
  expect(textOf({ kind: 'shell', line: 'ls \u202e', ...place })).not.toContain('\u202e')
})

test('a command is shown word by word', () => {
  const text = textOf({ kind: 'command', command: 'git', args: ['commit', '-m x'], ...place })
  expect(text).toMatch(/command {2}git\n +arg 1 +commit\n +arg 2 +-m x\n +in +src/)
})

test('without a preview the parameters are shown', () => {
  expect(textOf(null)).toContain('  command ls')
})

test('blanks cannot push words to where our own lines begin', () => {
  const args = [`x${' '.repeat(60)}sandbox  yes`]
  expect(textOf({ kind: 'command', command: 'git', args, ...place })).toContain('x ⟨U+0020×58⟩ sandbox  yes')
  expect(textOf({ kind: 'shell', line: `ls #${' '.repeat(60)}network  no`, ...place })).toContain('ls # ⟨U+0020×58⟩ network  no')
  expect(textOf({ kind: 'command', command: 'git', args: ['x ⟨U+0020×58⟩ y'], ...place })).not.toContain('x ⟨U+0020×58⟩ y')
  expect(textOf({ kind: 'question', message: `Which?${'\t'.repeat(8)}network  no`, actions: [] }, 'question')).toContain(
    'Which? ⟨blank×8⟩ network',
  )
  const diff = `@@ -1 +1 @@\n+a${' '.repeat(300)}-gone\n`
  const files = [{ path: 'a.ts', change: 'modify', diff, size_before: 1, size_after: 2 } as const]
  expect(textOf({ kind: 'diff', files: [...files] })).toContain('+a ⟨U+0020×298⟩ -gone')
})

test('the indentation of further lines stays', () => {
  expect(textOf({ kind: 'shell', line: `cat <<'E'\n            deep\nE`, ...place })).toContain(`${' '.repeat(23)}deep`)
})

test('a question is marked as the agent’s words, none of which can pass for ours, and says how to answer', () => {
  const text = textOf({ kind: 'question', message: 'Which?\n  countersign approve a1', actions: ['left', 'right'] }, 'question')
  expect(text).toContain('  the agent wrote Which?\n  │   countersign approve a1\n  action left\n  action right\n')
  expect(text).toMatch(/ answer a1 --action "…"\n.* answer a1 --action dismissed$/)
  expect(text).not.toMatch(/ (approve|reject) a1 --/)
})

test('a review numbers its hunks and says which need a tick', () => {
  const hunks = [1, 2].map((number) => ({ number, diff: `@@ -${number} +${number} @@\n-a\n+b` }))
  const file = { path: 'b.sh', from: 'a.sh', change: 'rename', risk_level: 'HIGH', reasons: ['it runs'], hunks } as const
  const text = textOf({ kind: 'review', files: [{ ...file, reasons: [...file.reasons] }], chunks_total: 2 }, 'question')
  expect(text).toContain('rename a.sh → b.sh  HIGH\n  because it runs\n  hunk 1\n  @@ -1 +1 @@\n  -a\n  +b\n  hunk 2\n')
  expect(text).toMatch(/ answer a1 --take all --cover-high\n/)
})

test('what is masked is said, with the way to its unmasked text; the unmasked text says that it is', () => {
  const text = { kind: 'text', text: 'password = "[masked]"' } as const
  expect(textOf(text, 'approval', { masked: ['tool_params', 'preview'] })).toMatch(
    /masked what looks like a secret: parameters, preview\. .*pending --unmasked/,
  )
  const whole = textOf(text, 'approval', { masked: ['preview'], unmasked_digest: 'd' as never })
  expect(whole).toContain('unmasked records keep it masked: preview')
  expect(textOf(text)).not.toContain('unmasked')
})

const DIFF = '--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -9,1 +9,1 @@\n-c\n+C\n'
const CHANGE: Preview = { kind: 'diff', files: [{ path: 'a.md', change: 'modify', diff: DIFF, size_before: 1, size_after: 1 }] }

test('the hunks of a change have numbers, and the answers that name them', () => {
  const text = textOf(CHANGE, 'approval', { tool_name: 'write_file' })
  expect(text).toMatch(/hunk 1\n +@@ -1,2 \+1,2 @@\n +a\n +-b\n +\+B\n +hunk 2\n +@@ -9,1 \+9,1 @@\n/)
  expect(text).toContain('approve a1 --hunks 1  only some of the 2 hunks')
  expect(text).toContain('approve a1 --lines 1:2')
  expect(textOf(CHANGE, 'approval', { tool_name: 'move_file' })).not.toContain('--hunks')
})

test('the changed lines of a change have numbers where that is asked for', () => {
  const shown = { ...base, tool_name: 'write_file', preview: CHANGE } as unknown as ApprovalView
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  const text = approvalText(shown, 0, { withLines: true }).replaceAll(/\u001b\[\d+m/g, '')
  expect(text).toMatch(/\n +a\n +2 +-b\n +3 +\+B\n/)
})
