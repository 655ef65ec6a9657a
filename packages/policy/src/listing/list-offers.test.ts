import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../risk/index.ts'
import { listOffers } from './list-offers.ts'

const part = (line: string, more: Partial<CommandPart> = {}): CommandPart => ({
  words: line.split(' '),
  isWhole: true,
  folder: '.',
  risk: 'HIGH',
  network: false,
  needs: ['unlisted'],
  ...more,
})

const offersOf = (...parts: CommandPart[]) => listOffers(parts).map(({ name }) => name)

describe('what an unlisted command offers to add', () => {
  it('is the sub-command that a table knows', () => {
    expect(offersOf(part('terraform -chdir=x plan', { subCommand: 'terraform plan' }))).toEqual(['terraform plan'])
  })
  it('is the program with its first word where no table knows it', () => {
    expect(offersOf(part('foo bar baz'), part('foo bar'), part('foo -x'), part('foo src/a.ts'))).toEqual(['foo bar', 'foo'])
  })
  it('is a program of the workspace by its path', () => {
    expect(offersOf(part('check.sh all', { needs: [], unlistedProgram: './scripts/check.sh' }))).toEqual(['./scripts/check.sh'])
  })
  it('is also the toolchain, where its files are in the workspace', () => {
    const offers = (...foundToolchains: string[]) => listOffers([part('cargo test'), part('cargo build')], { foundToolchains })
    expect(offers('rust', 'node').filter(({ kind }) => kind === 'toolchain')).toEqual([{ kind: 'toolchain', name: 'rust' }])
    expect(offers('node').filter(({ kind }) => kind === 'toolchain')).toEqual([])
    expect(listOffers([part('cargo test', { needs: [] })], { foundToolchains: ['rust'] })).toEqual([])
  })
  it('is the toolchain of a wrapper in the workspace, beside the wrapper itself', () => {
    const wrapper = part('sub/gradlew test', { needs: [], unlistedProgram: './sub/gradlew' })
    expect(listOffers([wrapper], { foundToolchains: ['gradle'] })).toEqual([
      { kind: 'command', name: './sub/gradlew' },
      { kind: 'toolchain', name: 'gradle' },
    ])
  })
  it('is nothing for what is listed, never allowed, or outside', () => {
    expect(offersOf(part('npm test', { needs: [] }), part('bash x.sh'), part('/opt/x/run'), part('../x.sh all'))).toEqual([])
    expect(listOffers([])).toEqual([])
  })
})
