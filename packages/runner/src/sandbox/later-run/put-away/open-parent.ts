// The folder of a name, opened step by step and without following links: so no path is too long, rights that a command took away
// are given back on the way, and a folder that is swapped for a link leads nowhere.
import { chmodSync, closeSync, constants, lstatSync, openSync } from 'node:fs'
import { errnoOf } from '../../../disk/file-failure.ts'
import { pathFor } from '../../../disk/names.ts'

// Node has no name for it; the value is the same on every processor that Node is built for.
const O_PATH = 0o10000000
const isLinux = process.platform === 'linux'
const OWNER_RIGHTS = 0o700
const RIGHTS = 0o7777

export interface OpenParent extends Disposable {
  /** The path by which the named thing is reached as long as this is open. */
  readonly path: string
  /** The same for another name in the same folder. */
  beside(name: string): string
  /** Gives the runner's user the right to change the folder, until this is disposed. */
  allowChanges(): void
}

/** `name` is relative to the root. Throws what the system says where the way is no way of folders any more. */
export function openParent(root: string, name: string): OpenParent {
  const parts = name.split('/')
  const last = parts.pop() as string
  const undo: (() => void)[] = []
  const dispose = () => {
    for (const step of undo.splice(0).reverse()) step()
  }
  try {
    let folder = enter(root, undo)
    for (const part of parts) folder = enterAllowed(folder, part, undo)
    return {
      path: `${folder}/${last}`,
      beside: (other) => `${folder}/${other}`,
      allowChanges: () => allow(folder, undo),
      [Symbol.dispose]: dispose,
    }
  } catch (error) {
    dispose()
    throw error
  }
}

function enterAllowed(folder: string, part: string, undo: (() => void)[]): string {
  try {
    return enter(`${folder}/${part}`, undo)
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error
    allow(folder, undo)
    return enter(`${folder}/${part}`, undo)
  }
}

/** Without /proc the path itself has to do. */
function enter(path: string, undo: (() => void)[]): string {
  const flags = constants.O_DIRECTORY | constants.O_NOFOLLOW | (isLinux ? O_PATH : constants.O_RDONLY)
  const descriptor = openSync(pathFor(path), flags)
  undo.push(() => closeSync(descriptor))
  return isLinux ? `/proc/self/fd/${descriptor}` : path
}

function allow(folder: string, undo: (() => void)[]): void {
  const mode = lstatSync(pathFor(`${folder}/.`)).mode & RIGHTS
  if ((mode & OWNER_RIGHTS) === OWNER_RIGHTS) return
  chmodSync(pathFor(folder), mode | OWNER_RIGHTS)
  undo.push(() => chmodSync(pathFor(folder), mode))
}
