// An editor's open files for tests, over real files: what is typed stays here until it is saved.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BufferEdit, OpenBuffers, UnsavedText } from '../../src/ports/open-buffers.ts'

export interface TestBuffers extends OpenBuffers {
  /** Somebody types: the file has this text now, not saved. */
  type(path: string, text: string): void
  /** Without saving. */
  discard(path: string): void
  readonly edits: { readonly path: string; readonly edit: BufferEdit }[]
  /** Called before each edit, while somebody can still type. */
  beforeEdit?: ((path: string) => void) | undefined
  /** What a formatter makes of a text when it is saved. */
  format?: ((text: string) => string) | undefined
}

export function createTestBuffers(root: string): TestBuffers {
  const open = new Map<string, UnsavedText>()
  let version = 0
  const buffers: TestBuffers = {
    edits: [],
    type: (path, text) => void open.set(path, { text, version: ++version }),
    discard: (path) => void open.delete(path),
    unsavedPaths: () => [...open.keys()],
    unsaved: (path) => open.get(path),
    async edit(path, edit) {
      buffers.beforeEdit?.(path)
      if (open.get(path)?.version !== edit.version) return 'moved'
      buffers.edits.push({ path, edit })
      writeFileSync(join(root, path), buffers.format?.(edit.text) ?? edit.text)
      open.delete(path)
      return 'saved'
    },
  }
  return buffers
}
