// What is offered for the lines of a day (corpus/day.jsonl): every offer covers the line that it stands on, and the parts that it names are
// those that are not LOW.
import { readFileSync } from 'node:fs'
import { ALL_PROGRAMS, findToolchains, NEVER_COVERED } from '@countersign/policy'
import { createShellGrammar } from '@countersign/shell-grammar'
import { type JudgedCall, judgeCall, keysOf } from '@countersign/tools'
import { expect, test } from 'vitest'
import { sampleGrant, sampleProject } from '../../test/records.ts'
import { type ClassSet, classSets } from './class-sets.ts'
import { findCover } from './cover-call.ts'

interface Line {
  readonly command: string
  readonly files?: Readonly<Record<string, string>>
}

const ROOT = '/home/dev/ws'
const parseShell = await createShellGrammar().load()
const lines = readFileSync(new URL('../../../policy/corpus/day.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: stands for the root in the data
  .map((line) => JSON.parse(line.replaceAll('${WS}', ROOT)) as Line)

const judge = ({ command, files = {} }: Line) =>
  judgeCall(
    'run_command',
    { command },
    {
      isolation: 'sandbox',
      mode: 'ask',
      roots: [ROOT],
      toolchains: findToolchains(Object.keys(files)),
      addedCommands: ALL_PROGRAMS.flatMap(({ names }) => names.split(' ')),
      secretsInGit: 'none',
      parseShell,
      policy: { rules: [], extraCommands: new Map() },
    },
  )

const asked = lines.flatMap((line) => {
  const judged = judge(line)
  const isAsked = !('refusal' in judged) && judged.risk !== 'LOW' && !judged.needs.some((need) => NEVER_COVERED.has(need))
  return isAsked ? [{ line: line.command, judged, sets: classSets(judged.pieces, () => true) }] : []
})

const project = sampleProject()
const grantsOf = (set: ClassSet) =>
  set.map(({ key }) =>
    sampleGrant(project, { scope: 'project', class: key, never: false, script: null, expires_at: null, cover_high: true }),
  )
const isCovered = (judged: JudgedCall, set: ClassSet): boolean => findCover(judged, grantsOf(set)) !== undefined

test('every offer covers the line that it stands on', () => {
  expect(asked.filter(({ judged, sets }) => sets.some((set) => !isCovered(judged, set))).map(({ line }) => line)).toEqual([])
})

test('an offer names no part that is LOW', () => {
  const extra = asked.flatMap(({ line, judged, sets }) => {
    const above = new Set(judged.pieces.filter(({ risk }) => risk !== 'LOW').flatMap(keysOf))
    return sets.flat().some(({ key }) => !above.has(key)) ? [line] : []
  })
  expect(extra).toEqual([])
})

test('most lines that may be covered have an offer', () => {
  expect(asked.length).toBeGreaterThan(150)
  expect(asked.filter(({ sets }) => sets.length > 0).length / asked.length).toBeGreaterThan(0.7)
})
