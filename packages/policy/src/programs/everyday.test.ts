import { describe, expect, it } from 'vitest'
import { ALL_PROGRAMS, EVERYDAY_PROGRAMS } from './everyday.ts'
import type { Program, ProgramRow } from './program.ts'
import { HARMLESS_WHATEVER_OPTION, OPERAND_RULES } from './tables/operand-rules.ts'

const names = ALL_PROGRAMS.flatMap((program) => program.names.split(' '))
const rows = ALL_PROGRAMS.flatMap((program) => program.rows.map((row) => ({ program, row })))
const twice = (words: readonly string[]): string[] => words.filter((word, index) => words.indexOf(word) !== index)
const first = (line: string): string => line.split(' ')[0] as string

/** All spellings of the words of a row: `config|c set|get` gives four. */
const spellings = (words: string): string[] =>
  words
    .split(' ')
    .map((word) => word.split('|'))
    .reduce<string[]>((lines, alternatives) => lines.flatMap((line) => alternatives.map((word) => `${line} ${word}`.trim())), [''])

const where = ({ program, row }: { program: Program; row: ProgramRow }): string => `${first(program.names)} [${row.words}]`

describe('the tables of everyday programs', () => {
  it('name each program once', () => {
    expect(twice(names)).toEqual([])
    expect(EVERYDAY_PROGRAMS.size).toBe(names.length)
  })

  it('name each sub-command of a program once', () => {
    const found = ALL_PROGRAMS.map((program) => [program.names, twice(program.rows.flatMap((row) => spellings(row.words)))] as const)
    expect(found.filter(([, words]) => words.length > 0)).toEqual([])
  })

  it('have example lines of their own program, which differ', () => {
    const own = ({ program, row }: (typeof rows)[number]): boolean =>
      [row.passes, row.not].every((line) => program.names.split(' ').includes(first(line))) && row.passes !== row.not
    expect(rows.filter((item) => !own(item)).map(where)).toEqual([])
  })

  it('have a line that passes with the words of its row', () => {
    const held = ({ row }: (typeof rows)[number]): boolean =>
      spellings(row.words).some((words) => words.split(' ').every((word) => word === '' || row.passes.split(' ').includes(word)))
    expect(rows.filter((item) => !held(item)).map(where)).toEqual([])
  })

  it('list the options and operands of every row that is LOW', () => {
    const reads = rows.filter(({ row }) => row.effect === 'reads')
    expect(reads.length).toBeGreaterThan(50)
    expect(reads.filter(({ row }) => row.options === undefined || row.operands === undefined).map(where)).toEqual([])
  })

  it('never let an option that raises the effect of a LOW row go to LOW', () => {
    const raised = rows.flatMap(({ row }) => Object.values(row.raises ?? {}))
    expect(raised).not.toContain('reads')
  })

  it('list an option of a LOW row wherever it is raised', () => {
    const listed = (row: ProgramRow): string[] => Object.keys(row.options ?? {}).flatMap((option) => option.split(' '))
    const unlisted = rows
      .filter(({ row }) => row.effect === 'reads')
      .flatMap(({ row }) => Object.keys(row.raises ?? {}).filter((option) => !listed(row).includes(option)))
    expect(unlisted).toEqual([])
  })

  it('have a program for every rule about operands', () => {
    expect([...Object.keys(OPERAND_RULES), ...HARMLESS_WHATEVER_OPTION].filter((name) => !EVERYDAY_PROGRAMS.has(name))).toEqual([])
  })

  it('keep what tree and jq would do unseen from being LOW', () => {
    const never = (name: string, word: string): boolean | undefined => OPERAND_RULES[name]?.never?.test(word)
    expect(['-Po', '-R', '-aoL'].filter((word) => !never('tree', word))).toEqual([])
    expect(['-aL', '--noreport', 'node_modules'].filter((word) => never('tree', word))).toEqual([])
    expect(['import "a" as $a; .', 'include"a";.', 'module {};import "a" as $a;.'].filter((word) => !never('jq', word))).toEqual([])
    expect(['.include', '.imports[]', '.scripts | keys', '.module'].filter((word) => never('jq', word))).toEqual([])
  })
})
