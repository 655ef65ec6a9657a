import { describe, expect, it } from 'vitest'
import { fitCovers, MAX_MOUNTS, type WantedCovers } from './fit-covers.ts'

const many = (count: number, name: (index: number) => string) => Array.from({ length: count }, (_, index) => name(index))

const wanted = (files: readonly string[], more: Partial<WantedCovers> = {}): WantedCovers => ({
  files,
  folders: [],
  channels: [],
  closed: [],
  ...more,
})

const NOTHING_VISIBLE = new Map<string, number>()

const countOf = (covers: ReturnType<typeof fitCovers>) => Object.values(covers).reduce((sum, names) => sum + names.length, 0)

describe('covers', () => {
  it('hold every folder on the way to what is covered, outer ones first', () => {
    const { held } = fitCovers(wanted(['a/b/.kube/config', '.env'], { folders: ['a/.aws'], closed: ['c/d'] }), NOTHING_VISIBLE)
    expect(held).toEqual(['a', 'c', 'a/b', 'a/b/.kube'])
  })

  it('leave package managers the folders that they replace, but for those that make a name sensitive', () => {
    const { held } = fitCovers(wanted(['node_modules/tls/test/a.pem', 'node_modules/k/.kube/config']), NOTHING_VISIBLE)
    expect(held).toEqual(['node_modules', 'node_modules/k/.kube'])
  })

  it('hold no folder for a pipe or a socket', () => {
    expect(fitCovers(wanted([], { channels: ['tmp/dev.sock'] }), NOTHING_VISIBLE).held).toEqual([])
  })

  it('are as many as there are names where these are few', () => {
    const files = many(70, (index) => `packages/${index}/.env`)
    expect(fitCovers(wanted(files), NOTHING_VISIBLE)).toMatchObject({ files, crowded: [] })
  })

  it.each([
    ['keys in as many folders', many(7_500, (index) => `certs/${index}/server.key`)],
    ['keys in one folder', many(7_500, (index) => `certs/${index}.key`)],
    ['keys one below the other', many(1_500, (index) => `certs/${'x/'.repeat(index % 300)}${index}.key`)],
  ])('are bounded with very many %s', (_, files) => {
    const covers = fitCovers(wanted([...files, '.env', 'src/.env']), new Map([['src', 40]]))
    expect(countOf(covers)).toBeLessThanOrEqual(MAX_MOUNTS)
    expect(covers).toMatchObject({ crowded: ['certs'], files: ['.env', 'src/.env'], held: ['src'] })
  })

  it('are bounded with very many pipes, sockets and folders that nobody may look into', () => {
    const covers = fitCovers(
      wanted([], { channels: many(500, (index) => `run/${index}.sock`), closed: many(500, (index) => `data/${index}`) }),
      NOTHING_VISIBLE,
    )
    expect(covers).toMatchObject({ channels: [], closed: [] })
    expect([...covers.crowded].sort()).toEqual(['data', 'run'])
  })

  it('hide those folders whole in which the least is lost', () => {
    const files = many(MAX_MOUNTS / 2 + 2, (index) => `packages/${index}/.env`)
    const visible = new Map(files.map((name, index) => [name.slice(0, -'/.env'.length), index === 7 || index > 65 ? 1 : 200]))
    const { crowded } = fitCovers(wanted(files), visible)
    expect(crowded).toContain('packages/7')
    expect(crowded.length).toBeLessThan(8)
    expect(crowded).not.toContain('packages/8')
  })
})
