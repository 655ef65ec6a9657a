// The workspace port over a map, for what needs no disk.
import type { FileContent, WorkspaceChanger } from '../src/hosts/workspace.ts'

export interface MemoryWorkspace extends WorkspaceChanger {
  texts(): Readonly<Record<string, string>>
}

const NOT_HERE = () => Promise.reject(new Error('this workspace only reads and changes files'))

export function createMemoryWorkspace(given: Readonly<Record<string, string>>): MemoryWorkspace {
  const files = new Map(Object.entries(given).map(([path, text]) => [path, new TextEncoder().encode(text)]))
  const contentOf = (path: string): FileContent | undefined => {
    const bytes = files.get(path)
    return bytes && { bytes, size: bytes.length }
  }
  return {
    texts: () => Object.fromEntries([...files].map(([path, bytes]) => [path, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)])),
    read: NOT_HERE,
    readIfPresent: async (path) => contentOf(path),
    list: NOT_HERE,
    search: NOT_HERE,
    write: async (path, make) => {
      const bytes = Uint8Array.from(make(contentOf(path)))
      const created = !files.has(path)
      files.set(path, bytes)
      return { size: bytes.length, created, createdDirectories: [] }
    },
    changeAll: async (paths, make) => {
      const changes = make(new Map(paths.map((path) => [path, contentOf(path)])))
      for (const { path, from = path } of changes) for (const name of [path, from]) files.delete(name)
      for (const { path, content } of changes) if (content) files.set(path, Uint8Array.from(content))
      return {}
    },
    inspect: NOT_HERE,
    createDirectory: NOT_HERE,
    move: NOT_HERE,
    remove: NOT_HERE,
  }
}
