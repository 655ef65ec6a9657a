// Temporary folders with files in them, removed when the world ends.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface Folder extends AsyncDisposable {
  readonly path: string
  at(name: string): string
  has(name: string): boolean
  read(name: string): Promise<string>
  write(name: string, content: string | Uint8Array): Promise<void>
  /** How many lines a file has; 0 if it does not exist. Used to count side effects. */
  countLines(name: string): Promise<number>
}

export async function makeFolder(kind: string, files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), `countersign-e2e-${kind}-`))
  const at = (name: string) => join(path, name)
  const write = async (name: string, content: string | Uint8Array) => {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), content)
  }
  for (const [name, content] of Object.entries(files)) await write(name, content)
  const read = (name: string) => readFile(at(name), 'utf8')
  return {
    path,
    at,
    read,
    write,
    has: (name) => existsSync(at(name)),
    countLines: async (name) => (existsSync(at(name)) ? (await read(name)).split('\n').filter(Boolean).length : 0),
    [Symbol.asyncDispose]: () => remove(path),
  }
}

/** Node cannot remove a path that is longer than the system limit. */
async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') throw error
    await promisify(execFile)('rm', ['-rf', path])
  }
}
