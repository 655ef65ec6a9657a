// Which temporary files are being written right now, kept on disk: what a killed runner left half written is found by this
// list, and by nothing else, when it starts again. A kill loses nothing that was written here, so nobody waits for the disk.
import { closeSync, constants, ftruncateSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { errnoOf } from '../../disk/file-failure.ts'
import { below, openObject } from '../../disk/open-object.ts'
import { readIfPresent } from '../../disk/read-if-present.ts'

const NAME = /^\.countersign-[0-9a-f]{16}\.tmp$/
export const isTemporaryName = (name: string): boolean => NAME.test(name)

const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = constants

export interface Temporaries {
  /** Until the returned mark is disposed, the file at this place counts as unfinished. */
  begin(place: string): Disposable
}

export interface SavedTemporaries extends Temporaries, Disposable {
  /** Left by an earlier process, and gone now. */
  readonly removed: readonly string[]
}

/** For a host that is not started again after a kill. */
export const UNKEPT: Temporaries = { begin: () => ({ [Symbol.dispose]: () => undefined }) }

export function openTemporaries(path: string): SavedTemporaries {
  const removed = readPlaces(path).filter(removeLeftover)
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
  let [unfinished, isOpen] = [0, true]
  return {
    removed,
    begin(place) {
      writeSync(descriptor, `${JSON.stringify(place)}\n`)
      unfinished++
      // Emptied when nothing is under way, so that no line has to be looked for.
      return { [Symbol.dispose]: () => void (--unfinished === 0 && isOpen && ftruncateSync(descriptor, 0)) }
    },
    [Symbol.dispose]: () => {
      isOpen = false
      closeSync(descriptor)
    },
  }
}

function readPlaces(path: string): string[] {
  const lines = (readIfPresent(path) ?? '').split('\n')
  // A line that a kill cut in two names no file: it was not made yet.
  return lines.filter((line) => line.startsWith('"') && line.endsWith('"')).map((line) => JSON.parse(line) as string)
}

/** Only such a name, only a plain file, only in the very folder that was written to and not where a link leads now. */
function removeLeftover(place: string): boolean {
  if (!isTemporaryName(basename(place))) return false
  try {
    using folder = openObject(dirname(place), { follow: false })
    const file = below(folder, basename(place))
    if (folder.place !== dirname(place) || !lstatSync(file).isFile()) return false
    rmSync(file)
    return true
  } catch (error) {
    // It was removed before, with its folder or without, or is no longer ours to remove.
    if (errnoOf(error) === undefined) throw error
    return false
  }
}
