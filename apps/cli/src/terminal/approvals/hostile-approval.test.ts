// Whatever an agent writes, the person sees it: no character that hides, moves or repaints reaches the terminal.
import { readFileSync } from 'node:fs'
import { hasOddCharacters } from '@countersign/policy'
import type { Approval } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { approvalText } from './show-approval.ts'

interface Hostile {
  readonly id: string
  readonly kind: string
  readonly text: string
}

const CORPUS = new URL('../../../../../packages/policy/corpus/hostile-strings.jsonl', import.meta.url)
const strings = readFileSync(CORPUS, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Hostile)
const hostile = strings.filter(({ text }) => hasOddCharacters(text))

const approval = (text: string, preview: Approval['preview']): Approval =>
  ({
    id: '019b76da-a800-7845-b1e2-5e3e1e23944d',
    description: `Write ${text}`,
    agent: text,
    tool_name: 'write_file',
    tool_params: { path: text, content: text },
    reasons: [`Writes ${text}`],
    scopes: [
      { scope: 'once', label: text, covers: text },
      { scope: 'class', label: text, covers: text },
    ],
    preview,
    risk_level: 'HIGH',
    digest: 'a'.repeat(64),
    expires_at: '2026-01-01T00:00:00.000Z',
    masked: [],
  }) as unknown as Approval

const place = { cwd: '.', timeout_seconds: 30, isolation: 'sandbox', network: false } as const

describe('an approval made of hostile strings', () => {
  test('has at least forty of them to face', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(40)
  })

  test.each(hostile)('$id: $kind', ({ text }) => {
    const previews: Approval['preview'][] = [
      null,
      { kind: 'diff', files: [{ path: text, change: 'modify', diff: `+${text}`, size_before: 1, size_after: 2 }] },
      { kind: 'command', command: text, args: [text], ...place },
      { kind: 'shell', line: text, ...place },
      { kind: 'text', text },
      { kind: 'question', message: text, actions: [text] },
      {
        kind: 'review',
        message: text,
        files: [
          {
            path: text,
            from: text,
            change: 'rename',
            risk_level: 'HIGH',
            reasons: [text],
            hunks: [{ number: 1, diff: `@@ -1 +1 @@\n+${text}` }],
          },
        ],
        chunks_total: 1,
      },
    ]
    for (const preview of previews) {
      const kind = preview?.kind === 'question' || preview?.kind === 'review' ? 'question' : 'approval'
      const lines = approvalText({ ...approval(text, preview), kind }, 0).split('\n')
      // A tab is an ordinary character of a file.
      expect(lines.filter((line) => hasOddCharacters(line.replaceAll('\t', '')))).toEqual([])
    }
  })

  test('shows a long text whole, with its length and the hash of what is bound', () => {
    const long = 'x'.repeat(5000)
    const shown = approvalText(approval('a.md', { kind: 'command', command: 'node', args: [long], ...place }), 0)
    expect(shown).toContain(long)
    expect(shown).toContain('(5000 characters)')
    expect(shown).toContain(`sha256:${'a'.repeat(64)}`)
  })
})
