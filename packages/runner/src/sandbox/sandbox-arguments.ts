// The bubblewrap line: a root with nothing but the system's programs, the toolchains, and the workspace; no way to more
// rights, no network unless it was granted, secrets covered, later-run files read-only.
import type { Furniture } from './furniture.ts'
import type { HiddenFiles } from './hidden-files.ts'
import { readOnly, temporary, writable } from './mounts.ts'
import { systemMounts } from './sandbox-system.ts'

export const SANDBOX_HOME = '/home/user'

export interface SandboxRequest {
  readonly root: string
  /** A folder of it, where the program starts; left out, the root itself. */
  readonly cwd?: string
  /** A command that only reads gets the workspace read-only and without the insides of git. */
  readonly writable: boolean
  readonly network: boolean
  readonly furniture: Furniture
  readonly hidden: HiddenFiles
  /** Existing files and folders, relative to the root, that stay as they are. */
  readonly protectedNames: readonly string[]
  readonly toolchains: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The project's own cache, kept between commands. */
  readonly cacheDir?: string | undefined
  /** A folder of the caller, writable in its real place. */
  readonly ownFolder?: string | undefined
  readonly statusDescriptor?: number
  readonly seccompDescriptor?: number | undefined
}

/** Everything up to the program's own words. */
export function sandboxArguments(request: SandboxRequest): string[] {
  return [
    ...isolation(request),
    ...systemMounts(request),
    ...home(request),
    ...(request.writable ? writableWorkspace(request) : readableWorkspace(request)),
    ...Object.entries(request.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    // Last: a workspace may lie in /dev/shm.
    ...['--chdir', request.cwd ?? request.root, '--remount-ro', '/dev', '--remount-ro', '/', '--'],
  ]
}

function isolation({ network, furniture, statusDescriptor, seccompDescriptor }: SandboxRequest): string[] {
  return [
    ...['--unshare-all', ...(network ? ['--share-net'] : []), '--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
    ...['--uid', String(furniture.user.id), '--gid', String(furniture.user.group), '--hostname', 'sandbox'],
    ...['--new-session', '--die-with-parent', '--clearenv'],
    ...(statusDescriptor === undefined ? [] : ['--json-status-fd', String(statusDescriptor)]),
    ...(seccompDescriptor === undefined ? [] : ['--seccomp', String(seccompDescriptor)]),
  ]
}

const home = ({ toolchains, cacheDir, ownFolder, writable: mayWrite }: SandboxRequest): string[] => [
  ...(mayWrite ? temporary(SANDBOX_HOME) : ['--dir', SANDBOX_HOME]),
  ...(cacheDir === undefined ? [] : writable(cacheDir, `${SANDBOX_HOME}/.cache`)),
  ...toolchains.flatMap((folder) => readOnly(folder)),
  ...(ownFolder === undefined ? [] : writable(ownFolder)),
]

const readableWorkspace = ({ root, hidden, furniture }: SandboxRequest): string[] => [
  ...readOnly(root),
  ...hidden.files.flatMap((name) => readOnly(furniture.emptyFile, `${root}/${name}`)),
  ...[...hidden.folders, ...hidden.gitFolders].flatMap((name) => readOnly(furniture.emptyFolder, `${root}/${name}`)),
]

function writableWorkspace({ root, hidden, protectedNames, furniture }: SandboxRequest): string[] {
  const covered = new Set([...hidden.files, ...hidden.folders])
  return [
    ...writable(root),
    // A mount of its own cannot be renamed away; without that a new .git could take its place.
    ...hidden.gitFolders.flatMap((name) => writable(`${root}/${name}`)),
    // What is covered stays covered: showing it read-only would uncover it.
    ...protectedNames.filter((name) => !covered.has(name)).flatMap((name) => readOnly(`${root}/${name}`)),
    ...hidden.files.flatMap((name) => readOnly(furniture.emptyFile, `${root}/${name}`)),
    ...hidden.folders.flatMap((name) => readOnly(furniture.emptyFolder, `${root}/${name}`)),
  ]
}
