import { type CommandPart, type Rated, rate } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { classesOfPart } from '../commands/classes/part-class.ts'
import { keysOf, type PieceSource, piecesOf, scriptsOf } from './call-pieces.ts'

const command = (line: string, more: Partial<CommandPart> = {}): CommandPart => ({
  words: line.split(' '),
  isWhole: true,
  folder: '.',
  risk: 'MEDIUM',
  network: false,
  needs: [],
  subCommand: line,
  ...more,
})
const line = (parts: CommandPart[], more: Partial<Rated> = {}): Rated => ({
  ...rate([{ risk: 'MEDIUM', sentence: sentence('reason.unjudged') }]),
  parts,
  beside: 'LOW',
  ...more,
})
const source = (rated: Rated, more: Partial<PieceSource> = {}): PieceSource => ({
  rated,
  facts: { isolation: 'sandbox', mode: 'ask' },
  paths: [],
  changesNamedFiles: false,
  classes: () => [],
  classesOfPart,
  judge: () => rated,
  ...more,
})
const keys = (given: PieceSource) => piecesOf(given).map(keysOf)

describe('the pieces of a line', () => {
  const test_ = command('npm test', { script: { kind: 'package', name: 'test' } })
  const tail = command('tail -5', { risk: 'LOW' })

  test('are its commands; those that are LOW need no answer', () => {
    const pieces = piecesOf(source(line([test_, tail])))
    expect(pieces.map(({ risk }) => risk)).toEqual(['MEDIUM', 'LOW'])
    expect(pieces[0] && keysOf(pieces[0])).toEqual(['command:npm script test'])
    expect(scriptsOf(pieces)).toEqual([{ kind: 'package', name: 'test', folder: '.' }])
  })

  test('have one without a class for what belongs to no command, and where nobody said that there is nothing', () => {
    expect(keys(source(line([test_], { beside: 'MEDIUM' })))).toEqual([['command:npm script test'], []])
    const { beside, ...unknown } = line([test_])
    expect(piecesOf(source(unknown)).at(-1)).toEqual({ risk: 'HIGH', classes: [] })
    expect(piecesOf(source(line([])))).toEqual([{ risk: 'LOW', classes: [] }])
  })

  test('without a sandbox are reading commands where a sandbox would make them LOW', () => {
    const facts = { isolation: 'none', mode: 'ask' } as const
    const judge = () => line([test_, tail])
    const asked = line([test_, command('tail -5')])
    expect(keys(source(asked, { facts, judge }))).toEqual([['command:npm script test'], ['command:reading']])
  })
})

describe('the pieces of a change', () => {
  const files = (...paths: string[]) => source(rate([]), { paths, changesNamedFiles: true, classes: () => [WIDE] })
  const WIDE = { key: 'write_file', label: sentence('scope.writes-label'), covers: sentence('scope.writes') }

  test('are its files, each with its folder; folders further up cover it too', () => {
    const [piece] = piecesOf(files('docs/guide/a.md'))
    expect(piece?.classes.map(({ key, lasting }) => [key, lasting])).toEqual([
      ['write_file', undefined],
      ['change:docs/guide/a.md', true],
      ['change:docs/guide/**', true],
    ])
    expect(piece?.within).toEqual(['change:docs/guide/a.md/**', 'change:docs/**'])
  })

  test('compare names without case, and offer no folder for a file of the root', () => {
    expect(keys(files('README.md'))).toEqual([['write_file', 'change:readme.md', 'change:readme.md/**']])
    expect(keys(files('Docs/A.md'))[0]).toContain('change:docs/**')
  })

  test('have no class of their own where a name could be read as a pattern, or is none', () => {
    for (const path of ['a*.md', 'a[1].md', '{a,b}.md', '.', '../x']) expect(keys(files(path)), path).toEqual([['write_file']])
  })
})
