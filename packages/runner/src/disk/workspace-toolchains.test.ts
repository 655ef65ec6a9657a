import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
import { findWorkspaceToolchains } from './workspace-toolchains.ts'

function foundIn(...files: string[]): string[] {
  using folder = temporaryFolder()
  const root = folder.file('ws')
  mkdirSync(root)
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  symlinkSync('/etc', join(root, 'elsewhere'))
  return findWorkspaceToolchains(root)
}

describe('the toolchains of a workspace', () => {
  it('are found by its files, at the root and a little below', () => {
    expect(foundIn('package.json', 'backend/api/Cargo.toml')).toEqual(['node', 'rust'])
  })
  it('are not those of its dependencies, of hidden folders, or of what lies deep inside', () => {
    expect(foundIn('node_modules/x/package.json', '.cache/go.mod', 'a/b/c/d/go.mod', 'README.md')).toEqual([])
  })
  it('are none where the folder cannot be read', () => {
    expect(findWorkspaceToolchains('/no/such/folder')).toEqual([])
  })
})
