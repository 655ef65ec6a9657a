import { describe, expect, it } from 'vitest'
import { readOptions } from '../command/read-options.ts'
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

const split = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Why a line without a sub-command is not LOW by this row. */
function obstacles(row: ProgramRow, line: string): string[] {
  const [name = '', ...args] = split(line)
  const rule = OPERAND_RULES[name] ?? {}
  const read = readOptions(args, { options: row.options ?? {} })
  return [
    ...read.unread.map(({ index }) => args[index] as string),
    ...read.options.filter(({ option, abbreviated }) => abbreviated || option.risk !== undefined).map(({ name: option }) => option),
    ...args.filter((word) => word.includes('../') || rule.never?.test(word)),
    ...read.operands
      .filter((_, index) => row.operands === 'none' || index >= (rule.most ?? Number.POSITIVE_INFINITY))
      .map(({ word }) => word),
  ]
}

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

  it('give the options of a LOW row a risk of their own, which holds in clusters, and no `raises`', () => {
    expect(rows.filter(({ row }) => row.effect === 'reads' && row.raises !== undefined).map(where)).toEqual([])
  })

  it('tell the LOW line of a utility from the one that is not', () => {
    const reads = rows.filter(({ row }) => row.effect === 'reads' && row.words === '')
    expect(
      reads.filter(({ row }) => obstacles(row, row.passes).length > 0).map(({ row }) => [row.passes, obstacles(row, row.passes)]),
    ).toEqual([])
    expect(reads.filter(({ row }) => obstacles(row, row.not).length === 0).map(({ row }) => row.not)).toEqual([])
  })

  it.each([
    'sort -o b a',
    'sort --output=b a',
    'sort --compress-program=sh a',
    'sort -T . a',
    'sort --files0-from=a',
    'sort -ro b a',
    'sha256sum -bc a',
    'rg -nL a',
    'jq -rf a',
    'du -shL a',
    'gofmt -d a.go',
    'uniq a b',
    'xxd a b',
    'xxd -ps a b',
    'xxd -pc a b',
    'tree -o a',
    'tree -Po a b',
    'tree -R -H . -L 1',
    'tree --fromfile a',
    'file -m a b',
    'file -C',
    'file -z a',
    'file -f a',
    'rg --pre sh a',
    'rg -z a',
    'rg -nz a',
    'rg --search-zip a',
    'rg --hostname-bin=sh a',
    'rg --engine --pre=sh a',
    'rg -L a',
    'rg -f a',
    'fd -x cat',
    'fd -X cat',
    'fd -l',
    'fd -Hx cat',
    'fd --exec cat',
    'fd --list-details',
    'jq -f a',
    'jq -L . a',
    'jq --rawfile a b .',
    'jq "include #x"',
    'diff -l a b',
    'diff --paginate a b',
    'hostname -F a',
    'hostname new',
    'sha256sum -c a',
    'hexdump -f a b',
    'getconf -v POSIX_V7_LP64_OFF64 ARG_MAX',
    'test -v a',
    'printf -v a b',
    'gofmt -w a.go',
    'nm --plugin a.so a.o',
    'nm @a',
    'objdump -S a',
    'du --files0-from=a',
  ])('keep from being LOW: %s', (line) => {
    const row = EVERYDAY_PROGRAMS.get(first(line))?.rows.find(({ words }) => words === '')
    expect(row && obstacles(row, line)).not.toEqual([])
  })

  it('take a sub-command of a service that no row names for one that speaks to it', () => {
    const services = ['docker', 'docker-compose', 'kubectl', 'helm', 'terraform', 'gh', 'aws']
    expect(services.map((name) => EVERYDAY_PROGRAMS.get(name)?.otherwise)).toEqual(['controls', 'controls', ...Array(5).fill('sends')])
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
