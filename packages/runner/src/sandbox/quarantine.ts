// What a command left and must not stay: looked at without following it, and moved to where nobody trips over it.
import { type BigIntStats, cpSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoOf } from '../hosts/files/file-failure.ts'
import { below, openObject } from '../hosts/files/open-object.ts'

export function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    // A name on the way is no folder any more.
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}

/** Through the very folder in which it was found: another command may swap that for a link meanwhile, and then nothing is moved. */
export function moveAway(path: string, quarantine: string): void {
  using folder = openObject(dirname(path))
  if (folder.place !== dirname(path)) return
  const from = below(folder, basename(path))
  mkdirSync(quarantine, { recursive: true, mode: 0o700 })
  const place = join(mkdtempSync(join(quarantine, `${Date.now()}-`)), basename(path))
  try {
    renameSync(from, place)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    cpSync(from, place, { recursive: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true, force: true })
  }
}
