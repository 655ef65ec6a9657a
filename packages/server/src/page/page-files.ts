// The built page as files in memory. Asset names contain a hash of their content, so each is read once. index.html is read every
// time, so that a new build shows without a restart. Compressed versions are stored beside each file.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A single name without folders, so that no request can leave the folder. */
const ASSET_NAME = /^[A-Za-z0-9_-]+(?:[.][A-Za-z0-9_-]+)*$/

export const ENCODINGS = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof ENCODINGS

export interface PageFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

export interface PageFiles {
  /** Undefined if the page was never built. */
  index(): Promise<PageFile | undefined>
  asset(name: string): Promise<PageFile | undefined>
}

export function createPageFiles(folder: string): PageFiles {
  const kept = new Map<string, PageFile>()
  return {
    index: () => readPageFile(join(folder, 'index.html')),
    asset: async (name) => {
      if (!ASSET_NAME.test(name) || !(extname(name) in TYPES)) return undefined
      const known = kept.get(name)
      if (known) return known
      const file = await readPageFile(join(folder, 'assets', name))
      if (file) kept.set(name, file)
      return file
    },
  }
}

async function readPageFile(path: string): Promise<PageFile | undefined> {
  const plain = await readIfThere(path)
  if (!plain) return undefined
  const [br, gzip] = await Promise.all(Object.values(ENCODINGS).map((ending) => readIfThere(`${path}${ending}`)))
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type: TYPES[extname(path)] ?? 'application/octet-stream', etag, plain, encoded: { ...(br && { br }), ...(gzip && { gzip }) } }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined
    throw error
  }
}
