import { expect, test } from 'vitest'
import { complete, findAddresses, findMissingEntries, type Lockfile } from './lockfile.ts'

const lockfile: Lockfile = {
  lockfileVersion: 3,
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: { 'tool-linux-x64-gnu': '2.0.0', 'tool-darwin-arm64': '2.0.0', 'tool-linux-arm-musleabihf': '2.0.0' },
    },
    'node_modules/tool-linux-x64-gnu': { version: '2.0.0', optional: true },
  },
}

test('binaries of other platforms get an entry that says where they run', () => {
  expect(findMissingEntries(lockfile)).toEqual({
    'node_modules/tool-darwin-arm64': { version: '2.0.0', cpu: ['arm64'], os: ['darwin'], dev: true, optional: true },
    'node_modules/tool-linux-arm-musleabihf': { version: '2.0.0', cpu: ['arm'], os: ['linux'], libc: ['musl'], dev: true, optional: true },
  })
})

test('a completed file misses nothing and keeps what it had', () => {
  const completed = complete(lockfile)
  expect(findMissingEntries(completed)).toEqual({})
  expect(completed).toMatchObject(lockfile)
})

test('another version in the common place does not count: the entry goes beside its parent', () => {
  const older = { ...lockfile.packages, 'node_modules/tool-darwin-arm64': { version: '1.0.0' } }
  expect(Object.keys(findMissingEntries({ packages: older }))).toContain('node_modules/tool/node_modules/tool-darwin-arm64')
})

test('an entry that names a registry is found, a link to a workspace is not one', () => {
  const packages = {
    'node_modules/a': { resolved: 'https://registry.example/a.tgz' },
    'node_modules/b': { resolved: 'packages/b', link: true },
  }
  expect(findAddresses({ packages })).toEqual(['node_modules/a'])
})
