// The open files: loading, saving, and changes on disk. Text that the person wrote is never replaced unless they choose so.
import type { StoreApi } from 'zustand/vanilla'
import type { Buffer } from '../editor/buffer.ts'
import { marksBetween } from '../editor/diff-marks.ts'
import { readForm, writeForm } from '../editor/text-form.ts'
import { isWithin } from '../tree/tree-state.ts'
import type { WorkspaceTools } from '../workspace/workspace-tools.ts'
import { isDirty } from './document.ts'
import { createOpenDocuments, type DocumentsState, type OpenDocuments } from './open-documents.ts'
import { readDocument, versionOf } from './read-document.ts'
import { reconcileWithDisk } from './reconcile-with-disk.ts'

export interface Documents {
  readonly store: StoreApi<DocumentsState>
  buffer(path: string): Buffer | undefined
  /** Resolves when it is shown; at once if it is already open. */
  open(path: string): Promise<void>
  close(path: string): void
  save(path: string): Promise<void>
  /** Replaces the person's text by that of the disk and marks what is new. */
  reload(path: string): void
  /** Reads the disk and takes its text, unless unsaved text would be lost. */
  reloadIfClean(path: string): Promise<void>
  /** Keeps the person's text; the next save replaces what is on disk. */
  keep(path: string): void
  compare(path: string, isComparing: boolean): void
  /** These paths, or something in them, have changed on disk: reads the affected open files. */
  look(paths: readonly string[]): Promise<void>
  /** The file has a new name; its text stays. */
  rename(from: string, to: string): void
  /** Paths of files with unsaved text. */
  unsaved(): string[]
}

const SETTLED = { theirs: undefined, isComparing: false, problem: undefined } as const

export function createDocuments(tools: WorkspaceTools): Documents {
  const open = createOpenDocuments()
  const { store, patch, measure } = open
  const saves = new Map<string, Promise<void>>()
  const lookAt = async (path: string): Promise<void> => {
    await saves.get(path)
    const before = store.getState().get(path)
    if (!before || before.kind === 'loading') return
    const file = await readDocument(tools, path)
    const document = open.text(path)
    if (before.kind !== 'text' || !document || document.isCut) return void (file.kind !== 'refused' && open.show(path, file))
    await saves.get(path)
    // After a save or another choice this reading is outdated; a further change is reported again.
    if (open.text(path)?.base === document.base) patch(path, reconcileWithDisk(document, file, open.buffer(path)?.text ?? ''))
    measure(path)
  }
  return {
    store,
    buffer: open.buffer,
    open: async (path) => {
      const known = store.getState().get(path)
      if (known && known.kind !== 'refused') return
      open.put({ kind: 'loading', path })
      open.show(path, await readDocument(tools, path))
    },
    close: open.remove,
    save: async (path) => {
      if (saves.has(path) || open.text(path)?.isCut !== false) return
      patch(path, { isSaving: true, problem: undefined })
      const saving = writeText(tools, open, path)
      saves.set(path, saving)
      await saving
      saves.delete(path)
      patch(path, { isSaving: false })
      if (open.text(path)?.problem?.code === 'FILE_CHANGED') await lookAt(path)
    },
    reload: (path) => takeTheirs(open, path),
    reloadIfClean: async (path) => {
      await lookAt(path)
      if (open.text(path)?.isDirty === false) takeTheirs(open, path)
    },
    keep: (path) => {
      const document = open.text(path)
      if (!document || document.theirs === undefined) return
      patch(path, { ...SETTLED, base: document.theirs })
      measure(path)
    },
    compare: (path, isComparing) => patch(path, { isComparing }),
    look: async (paths) => {
      const affected = [...store.getState().keys()].filter((open) => paths.some((path) => isWithin(open, path)))
      await Promise.all(affected.map(lookAt))
    },
    rename: open.rename,
    unsaved: () => [...store.getState().values()].filter(isDirty).map(({ path }) => path),
  }
}

async function writeText(tools: WorkspaceTools, { text, buffer, patch, measure }: OpenDocuments, path: string): Promise<void> {
  const [document, mine] = [text(path), buffer(path)]
  if (!document || !mine) return
  const content = writeForm(mine.text, document.form)
  const saved = await tools.call<{ size: number }>('write_file', { path, content }, { [path]: document.base?.digest ?? null })
  patch(path, saved.ok ? { ...SETTLED, base: versionOf(content), size: saved.result.size } : { problem: saved })
  measure(path)
}

function takeTheirs({ text, buffer, patch, measure, show }: OpenDocuments, path: string): void {
  const [document, mine] = [text(path), buffer(path)]
  if (!document?.theirs || !mine) return
  const { theirs, size } = document
  const next = readForm(theirs.content)
  if ((next.form.ends === 'mixed') !== (document.form.ends === 'mixed')) {
    // A buffer has one way to split lines, so it is created again.
    show(path, { kind: 'text', version: theirs, size, isCut: false })
    return
  }
  const before = mine.text
  patch(path, { ...SETTLED, base: theirs, form: next.form, isDirty: false })
  mine.replace(next.text)
  mine.mark(marksBetween(before, next.text))
  measure(path)
}
