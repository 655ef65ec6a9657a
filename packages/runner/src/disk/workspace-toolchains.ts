// The toolchains of a workspace, found by the names of its files: nothing is opened, and no link is followed.
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findToolchains } from '@countersign/policy'

/** A project lies near the root of its repository; deeper files are its parts. */
const MAX_FOLDERS = 3
/** Enough for any real repository of that depth; in a larger one the rest is not looked at, and its toolchains wait for the operator. */
const MAX_NAMES = 20_000
const FOREIGN = new Set(['node_modules', 'vendor', 'site-packages', 'target', 'dist', 'build'])

export function findWorkspaceToolchains(root: string): string[] {
  const names: string[] = []
  const folders = [{ path: '', depth: 0 }]
  for (let next = folders.shift(); next && names.length < MAX_NAMES; next = folders.shift()) {
    const { path, depth } = next
    for (const entry of entriesOf(join(root, path))) {
      const name = path === '' ? entry.name : `${path}/${entry.name}`
      if (!entry.isDirectory()) names.push(name)
      else if (depth < MAX_FOLDERS && !entry.name.startsWith('.') && !FOREIGN.has(entry.name))
        folders.push({ path: name, depth: depth + 1 })
    }
  }
  return findToolchains(names)
}

/** A folder that cannot be read has no toolchain that could be used. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}
