// A real workspace for one test: a folder called `ws` in a folder of its own, so that a test may look beside it.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ExecutionId } from '@countersign/protocol'
import { openUndoStore, type Recorder, type UndoStore } from '../../src/changes/undo/undo-store.ts'
import { nameFromBytes, pathFor } from '../../src/disk/names.ts'

/** A name that is no text, and one that Node would take it for. */
export const [LATIN, LOOKALIKE] = [nameFromBytes(Buffer.from('caf\xe9', 'latin1')), 'caf\ufffd']

export interface TemporaryWorkspace extends AsyncDisposable {
  readonly root: string
  /** Beside the workspace; each change is a call of its own. */
  readonly recorder: Recorder
  readonly undoStore: UndoStore
  /** Absolute; `../x` is beside the workspace. */
  at(path: string): string
  file(path: string, content?: string | Uint8Array): string
  folder(path: string): string
  /** The target is kept as it is written. */
  link(path: string, target: string): string
  hardLink(path: string, target: string): string
  pipe(path: string): string
  socket(path: string): Promise<string>
}

export function createTemporaryWorkspace(files: Readonly<Record<string, string>> = {}, folder = tmpdir()): TemporaryWorkspace {
  const outer = realpathSync(mkdtempSync(join(folder, 'countersign-test-')))
  const root = join(outer, 'ws')
  mkdirSync(root)
  let opened: UndoStore | undefined
  const store = () => (opened ??= openUndoStore({ folder: join(outer, 'undo'), root }))
  const closers: (() => Promise<void>)[] = []
  const at = (path: string) => join(root, path)
  const made = (path: string, make: (absolute: string) => void): string => {
    mkdirSync(pathFor(dirname(at(path))), { recursive: true })
    make(at(path))
    return at(path)
  }
  const workspace: TemporaryWorkspace = {
    root,
    recorder: {
      carryOut: (plan, apply) =>
        store()
          .recorderFor(randomUUID() as ExecutionId)
          .carryOut(plan, apply),
    },
    get undoStore() {
      return store()
    },
    at,
    file: (path, content = '') => made(path, (absolute) => writeFileSync(pathFor(absolute), content)),
    folder: (path) => made(path, (absolute) => mkdirSync(pathFor(absolute), { recursive: true })),
    link: (path, target) => made(path, (absolute) => symlinkSync(pathFor(target), pathFor(absolute))),
    hardLink: (path, target) => made(path, (absolute) => linkSync(at(target), absolute)),
    pipe: (path) => made(path, (absolute) => execFileSync('/usr/bin/mkfifo', [absolute])),
    socket: async (path) => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(at(path), resolve))
      closers.push(() => new Promise((resolve) => server.close(() => resolve())))
      return at(path)
    },
    [Symbol.asyncDispose]: async () => {
      for (const close of closers) await close()
      opened?.[Symbol.dispose]()
      rmSync(outer, { recursive: true, force: true })
    },
  }
  for (const [path, content] of Object.entries(files)) workspace.file(path, content)
  return workspace
}
