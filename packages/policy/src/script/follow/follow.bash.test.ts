// Compares the programs that we foresee with those that a real bash starts, over random scripts.
import { spawnSync } from 'node:child_process'
import { createShellGrammar } from '@countersign/shell-grammar'
import { expect, test } from 'vitest'
import { timesOf } from '../../../../../scripts/chaos/sample.ts'
import { findUnforeseen, scripts } from '../../../test/followed-scripts.ts'
import { acceptedLines } from '../../../test/shell-lines.ts'

const parse = await createShellGrammar().load()
const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0

test.skipIf(!hasBash)('bash starts no program that was not foreseen', { timeout: 180_000 }, async () => {
  const { checked, unforeseen } = await findUnforeseen(scripts(1, timesOf(4_000, 1_000)), parse)
  expect(unforeseen).toEqual([])
  expect(checked).toBeGreaterThan(timesOf(4_000, 1_000) / 3)
})

test.skipIf(!hasBash)('nor on lines made of what shells trip over', { timeout: 180_000 }, async () => {
  const lines = acceptedLines(2, timesOf(2_500, 800), parse).map(({ line }) => line)
  const { checked, unforeseen } = await findUnforeseen(lines, parse)
  expect(unforeseen).toEqual([])
  expect(checked).toBeGreaterThan(100)
})

test.skipIf(!hasBash)('a program that was not foreseen would be seen', async () => {
  const { unforeseen } = await findUnforeseen(['. /dev/stdin <<< "rec hidden"'], parse)
  expect(unforeseen).toMatchObject([{ started: ['rec', 'hidden'] }])
})
