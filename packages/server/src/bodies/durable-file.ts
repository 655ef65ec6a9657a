// Files that are either complete or absent: written under a temporary name, synced, then renamed; the folder is synced too.
import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
}

/** Writes a new file in `folder` and syncs it; a failure leaves nothing behind. Returns what `fill` returned, and the name. */
export async function writeTemporary<T>(folder: string, fill: (file: FileHandle) => Promise<T>): Promise<{ path: string; value: T }> {
  const path = join(folder, randomUUID())
  const file = await openWithFolder(path, () => open(path, 'wx', PRIVATE_FILE))
  try {
    const value = await fill(file)
    await file.sync()
    return { path, value }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Pruning can remove an empty folder at any time, so a missing folder is created again. */
export async function openWithFolder(path: string, openFile: () => Promise<FileHandle>): Promise<FileHandle> {
  try {
    return await openFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    makePrivateFolder(dirname(path))
    return openFile()
  }
}

/** Replaces any existing file of that name. Synchronous, so that pruning cannot remove the folder in between. */
export async function moveInto(temporary: string, path: string): Promise<void> {
  makePrivateFolder(dirname(path))
  renameSync(temporary, path)
  await syncFolder(dirname(path))
}

/** Renames only if the name is free; returns false if another writer was faster. */
export async function claimName(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path)
    await syncFolder(dirname(path))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(temporary, { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
