import { describe, expect, it } from 'vitest'
import { foldName, foldSegments } from './check-path.ts'
import { isSensitive } from './judge-path-use.ts'

describe('a name is sensitive', () => {
  it.each(['server.prod.pem', 'a/server.key', 'certs.d/x.key'])('by its last extension: %s', (path) => {
    expect(isSensitive(path)).toBe(true)
  })

  it.each([
    'server.key.bak',
    'server.key.bak.old',
    'server.key~',
    'server.key.2024',
    'server.key.20240131',
    '.server.key.swp',
    '._netrc.swp',
    '.wallet.dat.swp',
    '.netrc.1',
  ])('as a backup: %s', (path) => {
    expect(isSensitive(path)).toBe(true)
  })

  it.each(['secrets/db', 'a/secrets/db', 'a/b/secrets/c/db.txt', 'secrets/db_password'])('in a folder of secrets: %s', (path) => {
    expect(isSensitive(path)).toBe(true)
  })

  it.each(['.env:x', '.env::$DATA', '.env:\n', ' .env', '\t  .env', '.env . .', '.git. /x', '.git../x', 'a\\.ssh\\x', '.SSH/x', '.ßh/x'])(
    'as a forgiving file system reads %j',
    (path) => {
      expect(isSensitive(path)).toBe(true)
    },
  )

  it.each(['.docker/./config.json', '.docker//config.json', './.docker/config.json', 'a/.Docker /config.json.'])(
    'by the place that %j means',
    (path) => {
      expect(isSensitive(path)).toBe(true)
    },
  )
})

it.each(['', '.', 'a.pem.ts', 'secrets', 'src/secrets', 'secrets/parse.ts', 'docker/config.json', 'xsecrets/db', 'a.bak', 'key', 'pem'])(
  '%j is not',
  (path) => {
    expect(isSensitive(path)).toBe(false)
  },
)

it('names are folded segment by segment', () => {
  expect(foldSegments('A//./b. /\\ /C:d:e/ f g ')).toEqual(['a', 'b', 'c', 'f g'])
  expect(foldSegments('')).toEqual([])
  expect(foldSegments('a.b/c')).toEqual(['a.b', 'c'])
  expect(foldName('ＡßK')).toBe('assk')
})
