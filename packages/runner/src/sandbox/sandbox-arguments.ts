// The bubblewrap line: a root with nothing but the system's programs, the toolchains, and the workspace; no way to more
// rights, no network unless it was granted, secrets covered, later-run files read-only.
import { basename, dirname } from 'node:path'
import { isInside } from '../disk/names.ts'
import type { HiddenFiles } from './covers/hidden-files.ts'
import { toolchainSecrets } from './covers/toolchain-secrets.ts'
import { readOnly, temporary, writable } from './mounts.ts'
import type { SandboxFiles } from './sandbox-files.ts'
import { systemMounts } from './sandbox-system.ts'
import { isTopOfTemporary } from './scratch/held-names.ts'
import type { WritablePlan } from './writable-plan.ts'

export const SANDBOX_HOME = '/home/user'

export interface SandboxRequest {
  readonly root: string
  /** Other names under which the workspace is known, absolute: a link leads from each to the root. */
  readonly rootNames?: readonly string[] | undefined
  /** A folder of it, where the program starts; left out, the root itself. */
  readonly cwd?: string
  readonly plan: WritablePlan
  readonly network: boolean
  readonly sandboxFiles: SandboxFiles
  readonly hidden: HiddenFiles
  readonly toolchains: readonly string[]
  /** Mounted over everything else, read-only and in this order. */
  readonly overlays?: readonly { readonly from: string; readonly to: string }[]
  readonly environment: Readonly<Record<string, string>>
  readonly statusDescriptor?: number
  readonly seccompDescriptor?: number | undefined
}

/** Everything up to the program's own words. Names in it may be no text: byte-names.ts turns them into bytes. */
export function sandboxArguments(request: SandboxRequest): string[] {
  return [
    ...isolation(request),
    ...systemMounts(request),
    ...home(request),
    ...WORKSPACE_MOUNTS[request.plan.workspace](request),
    ...(request.overlays ?? []).flatMap(({ from, to }) => readOnly(from, to)),
    ...otherNames(request),
    ...foldersOnTheWay(request).flatMap((path) => ['--remount-ro', path]),
    ...Object.entries(request.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    // Last: a workspace may lie in /dev/shm.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
  ]
}

function isolation({ network, sandboxFiles, statusDescriptor, seccompDescriptor }: SandboxRequest): string[] {
  return [
    ...['--unshare-all', ...(network ? ['--share-net'] : []), '--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
    ...['--uid', String(sandboxFiles.user.id), '--gid', String(sandboxFiles.user.group), '--hostname', 'sandbox'],
    ...['--new-session', '--die-with-parent', '--clearenv'],
    ...(statusDescriptor === undefined ? [] : ['--json-status-fd', String(statusDescriptor)]),
    ...(seccompDescriptor === undefined ? [] : ['--seccomp', String(seccompDescriptor)]),
  ]
}

const home = ({ toolchains, sandboxFiles, plan: { workspace, cacheDir, privateFolder } }: SandboxRequest): string[] => [
  ...(workspace === 'read-only' ? ['--dir', SANDBOX_HOME] : temporary(SANDBOX_HOME)),
  ...(cacheDir === undefined ? [] : writable(cacheDir, `${SANDBOX_HOME}/.cache`)),
  ...toolchains.flatMap((folder) => readOnly(folder)),
  ...toolchainSecrets(toolchains).flatMap((path) => readOnly(sandboxFiles.emptyFile, path)),
  ...(privateFolder === undefined ? [] : writable(privateFolder)),
]

/** Folders on the way to a mount. Where a mount stands in the place of one, the same words would take the right to write from that mount. */
function foldersOnTheWay({ root, plan: { temporary: given, outsideFolders } }: SandboxRequest): string[] {
  const mounted = new Set([root, ...outsideFolders])
  return typeof given === 'object' ? given.heldNames.map((name) => `/tmp/${name}`).filter((path) => !mounted.has(path)) : []
}

/** The folder of a session has its own already. */
const otherNames = ({ root, rootNames = [], plan }: SandboxRequest): string[] =>
  rootNames
    .filter((name) => !isInside(root, name) && !(typeof plan.temporary === 'object' && isTopOfTemporary(name)))
    .flatMap((name) => ['--symlink', root, name])

const readableWorkspace = ({ root, hidden, sandboxFiles, plan: { outsideFolders } }: SandboxRequest): string[] => [
  ...workspace(root, hidden, readOnly),
  ...outsideFolders.flatMap((folder) => readOnly(folder)),
  ...covers(root, hidden, sandboxFiles),
  ...hidden.gitFolders.filter(isOutside(hidden)).flatMap((name) => readOnly(sandboxFiles.emptyFolder, `${root}/${name}`)),
]

/** Among the worktrees of a repository, only the workspace's own may change. */
const writableOutside = (folder: string): string[] =>
  basename(dirname(folder)) === 'worktrees' ? [...readOnly(dirname(folder)), ...writable(folder)] : writable(folder)

function writableWorkspace({ root, hidden, sandboxFiles, plan: { protectedNames, outsideFolders } }: SandboxRequest): string[] {
  const isShown = isOutside(hidden)
  return [
    ...workspace(root, hidden, writable),
    ...outsideFolders.flatMap(writableOutside),
    // A mount of its own cannot be renamed away: no secret gets another name with the folder that it lies in,
    ...hidden.held.flatMap((name) => writable(`${root}/${name}`)),
    // and no new .git can take the place of one that is there.
    ...hidden.gitFolders.filter(isShown).flatMap((name) => writable(`${root}/${name}`)),
    // What is covered stays covered: showing it read-only would uncover it.
    ...protectedNames.filter(isShown).flatMap((name) => readOnly(name.startsWith('/') ? name : `${root}/${name}`)),
    ...covers(root, hidden, sandboxFiles),
  ]
}

const WORKSPACE_MOUNTS: Readonly<Record<WritablePlan['workspace'], (request: SandboxRequest) => string[]>> = {
  'read-only': readableWorkspace,
  writable: writableWorkspace,
}

/** Whole, or only what is shown of it. */
const workspace = (root: string, { shown }: HiddenFiles, mount: (path: string) => string[]): string[] =>
  shown ? [...temporary(root), ...shown.flatMap((name) => mount(`${root}/${name}`)), '--remount-ro', root] : mount(root)

const covers = (root: string, { files, channels, folders, crowded, closed }: HiddenFiles, sandboxFiles: SandboxFiles): string[] => [
  ...[...files, ...channels].flatMap((name) => readOnly(sandboxFiles.emptyFile, `${root}/${name}`)),
  ...[...folders, ...crowded].flatMap((name) => readOnly(sandboxFiles.emptyFolder, `${root}/${name}`)),
  ...closed.flatMap((name) => readOnly(sandboxFiles.closedFolder, `${root}/${name}`)),
]

/** Neither covered, nor in a folder that is covered whole, nor left out of the root. */
export function isOutside({ files, channels, folders, crowded, closed, shown }: HiddenFiles): (name: string) => boolean {
  const covered = new Set([...files, ...channels, ...folders, ...crowded, ...closed])
  const topmost = shown && new Set(shown)
  return (name) => {
    if (topmost && !name.startsWith('/') && !topmost.has(name.split('/')[0] as string)) return false
    for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1)) if (covered.has(name.slice(0, end))) return false
    return true
  }
}
