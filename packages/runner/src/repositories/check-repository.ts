// A repository whose files lead elsewhere is refused: a link in it, a pipe, or objects that are kept in another place.
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, sentence } from '@countersign/protocol'
import type { GitFolders } from './follow-pointer.ts'
import { readPlainFile } from './plain-files.ts'

const MAX_LIST_BYTES = 64 * 1024
const FOLDERS = ['refs', 'objects', 'logs', 'info']
const FILES = ['HEAD', 'index', 'packed-refs', 'config', 'config.worktree', 'shallow']

export function checkRepository({ gitDir, commonDir }: GitFolders): void {
  for (const folder of new Set([gitDir, commonDir])) checkKinds(folder)
  checkTree(commonDir, 'objects', 2)
  if ((readPlainFile(join(commonDir, 'objects/info/alternates'), MAX_LIST_BYTES) ?? '').trim() !== '')
    throw new Failure('GIT_ERROR', { subject: sentence('repository.alternates') })
  if (lstatSync(join(commonDir, 'reftable'), { throwIfNoEntry: false }))
    throw new Failure('GIT_ERROR', { subject: sentence('repository.reftable') })
}

function checkKinds(folder: string): void {
  for (const name of FOLDERS) requireKind(folder, name, 'folder')
  for (const name of FILES) requireKind(folder, name, 'file')
  for (const name of ['refs', 'logs']) checkTree(folder, name, Number.POSITIVE_INFINITY)
}

function requireKind(gitDir: string, name: string, kind: 'file' | 'folder'): void {
  const stats = lstatSync(join(gitDir, name), { throwIfNoEntry: false })
  if (stats && !(kind === 'file' ? stats.isFile() : stats.isDirectory())) throw odd(name)
}

function checkTree(gitDir: string, name: string, depth: number): void {
  for (const child of childrenOf(join(gitDir, name))) {
    const path = `${name}/${child.name}`
    if (child.isDirectory()) {
      if (depth > 1) checkTree(gitDir, path, depth - 1)
    } else if (!child.isFile()) throw odd(path)
  }
}

const childrenOf = (folder: string): Dirent[] =>
  lstatSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { withFileTypes: true }) : []

const odd = (name: string): Failure => new Failure('GIT_ERROR', { subject: sentence('repository.link-or-special', { name }) })
