// Compares our words with those that a real bash passes to its programs, over random lines made from what shells trip over.
import { spawnSync } from 'node:child_process'
import { createShellGrammar } from '@countersign/shell-grammar'
import { expect, test } from 'vitest'
import { timesOf } from '../../../../scripts/chaos/sample.ts'
import { acceptedLines } from '../../test/shell-lines.ts'
import { findDifferences } from '../../test/shell-recorder.ts'

const parse = await createShellGrammar().load()
const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0

test.skipIf(!hasBash)('our words are those of bash', { timeout: 120_000 }, async () => {
  const lines = acceptedLines(1, timesOf(2_500, 800), parse)
  expect(await findDifferences(lines)).toEqual([])
})

test.skipIf(!hasBash)('a difference would be seen', async () => {
  const line = { pieces: [], line: 'rec a b', words: [['rec', 'a b']], files: [] }
  const file = { pieces: [], line: 'rec > "c d"', words: [['rec']], files: ['c'] }
  const fine = { ...file, files: ['c d'] }
  expect(await findDifferences([fine, line])).toMatchObject([{ ours: ['["rec","a b"]'], theirs: ['["rec","a","b"]'] }])
  expect(await findDifferences([file])).toMatchObject([{ ours: ['["rec"]'], theirs: ['[">","c d"]', '["rec"]'] }])
})
