// The few files that every sandbox shows: who one is in there, an empty file to lay over secrets, the seccomp program.
import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { seccompFilter } from './seccomp-filter.ts'

export interface SandboxFiles {
  /** Belongs to the runner; no command sees it. */
  readonly folder: string
  /** Then the kernel takes it for root in some places, whatever it is called inside. */
  readonly isRootOutside: boolean
  readonly user: { readonly id: number; readonly group: number }
  readonly passwd: string
  readonly group: string
  readonly emptyFile: string
  readonly emptyFolder: string
  /** An empty one that nobody may go into. */
  readonly closedFolder: string
  /** For git in a line that reads: our own files stand for its repositories, so that any owner will do; a folder is none by its looks. */
  readonly gitConfig: string
  readonly seccomp: string | undefined
}

/** In `folder`, which is the caller's own and may hold them from an earlier time. */
export function writeSandboxFiles(folder: string): SandboxFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  // Root outside is nobody special inside.
  const [name, id, groupId] = uid === 0 ? ['user', 1000, 1000] : [nameOfUser(), uid, gid]
  const filter = seccompFilter()
  return {
    folder,
    isRootOutside: uid === 0,
    user: { id, group: groupId },
    passwd: put(
      folder,
      'passwd',
      `root:x:0:0:root:/:/bin/false\n${name}:x:${id}:${groupId}::/home/user:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n`,
    ),
    group: put(folder, 'group', `root:x:0:\n${name}:x:${groupId}:\nnogroup:x:65534:\n`),
    emptyFile: put(folder, 'empty', ''),
    emptyFolder: emptyFolder(folder, 'empty-folder', 0o555),
    closedFolder: emptyFolder(folder, 'closed-folder', 0o400),
    gitConfig: put(folder, 'gitconfig', '[safe]\n\tdirectory = *\n\tbareRepository = explicit\n'),
    seccomp: filter && put(folder, 'seccomp.bpf', filter),
  }
}

/** In a container one may be a number that no list of users knows. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return 'user'
    throw error
  }
}

/** Whole or not at all: another runner may be using the same folder. */
function put(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  const next = `${path}.${randomUUID()}`
  writeFileSync(next, content, { mode: 0o444, flag: 'wx' })
  renameSync(next, path)
  return path
}

function emptyFolder(folder: string, name: string, mode: number): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode })
  return path
}
