// Small JSON files that only their owner can read, replaced atomically.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

export async function writePrivately(file: string, value: object): Promise<void> {
  const temporary = `${file}.${process.pid}`
  // A file left by a crash may have another mode.
  await rm(temporary, { force: true })
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(temporary, file)
}

/** Undefined if there is none. */
export async function readPrivate<Value>(file: string): Promise<Value | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Value
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
