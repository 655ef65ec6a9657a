// Which folder may be a workspace: one that is somebody's project, not the machine, a home or the runner's own data.
import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { Failure, type Sentence, sentence } from '@countersign/protocol'
import { fileFailure, isMissing } from './file-failure.ts'
import { isInside } from './names.ts'

const SYSTEM_FOLDERS = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/usr',
  '/var',
  '/Applications',
  '/Library',
  '/System',
  '/private/etc',
  '/private/var',
]
// Shared by everybody, or holding everybody's homes: a folder below is fine, the folder itself is not.
const SHARED_FOLDERS = ['/', '/home', '/Users', '/media', '/mnt', '/opt', '/srv', '/tmp', '/var/tmp', '/private/tmp', '/root']
// Temporary folders live below system folders on some systems.
const EXCEPTIONS = ['/var/tmp', '/var/folders', '/private/var/folders', '/var/www', '/usr/src', '/usr/local/src', '/run/user']

export interface RootFacts {
  readonly dataDir?: string
  readonly home: string
}

/** The real path of the workspace, or a failure that says why this folder cannot be one. */
export function checkWorkspaceRoot(path: string, { dataDir, home }: RootFacts): string {
  const root = realFolder(path)
  const why = reasonAgainst(root, realIfPresent(home), dataDir === undefined ? undefined : realIfPresent(dataDir))
  if (why) throw new Failure('INVALID_PATH', { subject: sentence('workspace.cannot-be', { path: root, why }), path: root })
  return root
}

/** Absolute names that lead to it through links: as it was given, and as the shell says where it stands. */
export function namesOfRoot(root: string, given: readonly (string | undefined)[]): string[] {
  const names = given.flatMap((path) => (path === undefined || path === '' ? [] : [resolve(path)]))
  return [...new Set(names)].filter((name) => name !== root && name.length <= 255 && !/\p{C}/u.test(name) && leadsTo(root, name))
}

function leadsTo(root: string, name: string): boolean {
  try {
    return realpathSync.native(name) === root
  } catch (error) {
    if (!isMissing(error)) throw error
    return false
  }
}

function reasonAgainst(root: string, home: string, dataDir: string | undefined): Sentence | undefined {
  if (root.includes('\ufffd')) return sentence('file.name-not-utf8')
  if (SHARED_FOLDERS.includes(root)) return sentence('workspace.not-one-project')
  if (isInside(root, home)) return sentence('workspace.holds-home')
  if (['/home', '/Users'].includes(dirname(root))) return sentence('workspace.home-folder')
  const isExcepted = EXCEPTIONS.some((folder) => root !== folder && isInside(folder, root))
  if (!isExcepted && SYSTEM_FOLDERS.some((folder) => isInside(folder, root))) return sentence('workspace.system-folder')
  if (dataDir !== undefined && isInside(dataDir, root)) return sentence('workspace.inside-data', { folder: dataDir })
  if (dataDir !== undefined && isInside(root, dataDir)) return sentence('workspace.holds-data', { folder: dataDir })
  return undefined
}

function realFolder(path: string): string {
  try {
    const root = realpathSync.native(resolve(path))
    if (statSync(root).isDirectory()) return root
  } catch (error) {
    throw fileFailure(error, path)
  }
  throw new Failure('INVALID_PATH', { subject: sentence('workspace.not-folder', { path }), path })
}

/** The data folder may not exist yet: then its nearest existing parent counts. */
function realIfPresent(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
    return `${realIfPresent(dirname(resolve(path)))}/${resolve(path).split('/').at(-1)}`
  }
}

/** The key of a project is the real path of its workspace: the same folder is the same project, whatever its name. */
export const workspaceIdOf = (realPath: string): string =>
  createHash('sha256').update(`${hostname()}\n${realPath}`).digest('hex').slice(0, 32)
