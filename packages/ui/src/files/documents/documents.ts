// The open files: loading, saving, and what happens to them on disk meanwhile. Nothing that a person wrote is ever replaced
// unless they say so.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Buffer, createBuffer } from '../editor/buffer.ts'
import { marksBetween } from '../editor/marks-of-diff.ts'
import type { Gate } from '../gate/gate.ts'
import { isWithin, nameOf } from '../tree/tree-state.ts'
import type { OpenDocument, TextDocument } from './document.ts'
import { meetDisk, textOfVersion } from './meet-disk.ts'
import { type ReadFile, readDocument, versionOf } from './read-document.ts'
import { readForm, writeForm } from './text-form.ts'

/** In the order of the tabs. */
export type DocumentsState = ReadonlyMap<string, OpenDocument>

export interface Documents {
  readonly store: StoreApi<DocumentsState>
  buffer(path: string): Buffer | undefined
  /** Resolves when it is shown; at once where it is open already. */
  open(path: string): Promise<void>
  close(path: string): void
  save(path: string): Promise<void>
  /** The disk's text in place of the person's; what is new is marked. */
  reload(path: string): void
  /** Looks at the disk, and takes its text where the person has written nothing that would be lost. */
  reloadIfClean(path: string): Promise<void>
  /** The person's text stays, and the next save replaces what the disk holds now. */
  keep(path: string): void
  compare(path: string, isComparing: boolean): void
  /** These paths, or something in them, have changed on disk: looks what became of the open files. */
  look(paths: readonly string[]): Promise<void>
  /** It has another name now; its text stays as it is. */
  rename(from: string, to: string): void
  hasUnsaved(): boolean
}

const IMAGE = /\.(png|jpe?g|gif|webp|bmp|ico|avif)$/i

export function createDocuments(gate: Gate): Documents {
  const store = createStore<DocumentsState>(() => new Map())
  const buffers = new Map<string, Buffer>()
  const saves = new Map<string, Promise<void>>()
  const put = (document: OpenDocument) => store.setState((all) => new Map(all).set(document.path, document), true)
  const textOf = (path: string): TextDocument | undefined => {
    const document = store.getState().get(path)
    return document?.kind === 'text' ? document : undefined
  }
  const patch = (path: string, change: Partial<TextDocument>) => {
    const document = textOf(path)
    if (document) put({ ...document, ...change })
  }
  const measure = (path: string) => {
    const [document, buffer] = [textOf(path), buffers.get(path)]
    if (!document || !buffer) return
    const isDirty = document.base === null || !buffer.state.doc.eq(textOfVersion(document.base))
    if (isDirty !== document.isDirty) put({ ...document, isDirty })
  }
  /** A buffer outlives a change of its file's name, so it is asked for by itself. */
  const onEdit = (edited: Buffer) => {
    for (const [path, buffer] of buffers) if (buffer === edited) measure(path)
  }
  const show = (path: string, file: ReadFile) => {
    if (!store.getState().has(path)) return
    if (file.kind === 'refused') return put({ kind: 'refused', path, problem: file.problem })
    if (file.kind === 'bytes') return put({ kind: IMAGE.test(path) ? 'image' : 'other', path, size: file.size, base64: file.base64 })
    const { form, text } = readForm(file.version.content)
    const buffer = createBuffer({ name: nameOf(path), text, form, isReadOnly: file.isCut, onEdit: () => onEdit(buffer) })
    buffers.set(path, buffer)
    put({ ...UNTOUCHED, path, form, size: file.size, isCut: file.isCut, base: file.version })
  }
  const lookAt = async (path: string): Promise<void> => {
    await saves.get(path)
    const before = store.getState().get(path)
    if (!before || before.kind === 'loading') return
    const file = await readDocument(gate, path)
    const document = textOf(path)
    if (before.kind !== 'text' || !document || document.isCut) return void (file.kind !== 'refused' && show(path, file))
    await saves.get(path)
    if (textOf(path)?.base === document.base) patch(path, meetDisk(document, file, buffers.get(path)?.text ?? ''))
    measure(path)
  }
  const save = async (path: string): Promise<void> => {
    const [document, buffer] = [textOf(path), buffers.get(path)]
    if (!document || !buffer || document.isCut) return
    const content = writeForm(buffer.text, document.form)
    const saved = await gate.call<{ size: number }>('write_file', { path, content }, { [path]: document.base?.digest ?? null })
    if (saved.ok)
      patch(path, { base: versionOf(content), size: saved.result.size, theirs: undefined, isComparing: false, problem: undefined })
    else patch(path, { problem: saved })
    measure(path)
  }
  const reload = (path: string): void => {
    const [document, buffer] = [textOf(path), buffers.get(path)]
    if (!document?.theirs || !buffer) return
    const { form, text } = readForm(document.theirs.content)
    const before = buffer.text
    patch(path, { base: document.theirs, form, theirs: undefined, isComparing: false, problem: undefined, isDirty: false })
    buffer.replace(text)
    buffer.mark(marksBetween(before, text))
    measure(path)
  }
  return {
    store,
    buffer: (path) => buffers.get(path),
    open: async (path) => {
      const known = store.getState().get(path)
      if (known && known.kind !== 'refused') return
      put({ kind: 'loading', path })
      show(path, await readDocument(gate, path))
    },
    close: (path) => {
      buffers.delete(path)
      store.setState((all) => new Map([...all].filter(([open]) => open !== path)), true)
    },
    save: async (path) => {
      if (saves.has(path) || textOf(path)?.isCut !== false) return
      patch(path, { isSaving: true, problem: undefined })
      const saving = save(path)
      saves.set(path, saving)
      await saving
      saves.delete(path)
      patch(path, { isSaving: false })
      if (textOf(path)?.problem?.code === 'FILE_CHANGED') await lookAt(path)
    },
    reload,
    reloadIfClean: async (path) => {
      await lookAt(path)
      if (textOf(path)?.isDirty === false) reload(path)
    },
    keep: (path) => {
      const document = textOf(path)
      if (!document || document.theirs === undefined) return
      patch(path, { base: document.theirs, theirs: undefined, isComparing: false, problem: undefined })
      measure(path)
    },
    compare: (path, isComparing) => patch(path, { isComparing }),
    look: async (paths) => {
      const affected = [...store.getState().keys()].filter((open) => paths.some((path) => isWithin(open, path)))
      await Promise.all(affected.map(lookAt))
    },
    rename: (from, to) => {
      const document = store.getState().get(from)
      const buffer = buffers.get(from)
      if (!document) return
      buffers.delete(from)
      if (buffer) buffers.set(to, buffer)
      store.setState((all) => new Map([...all].map(([path, one]) => (path === from ? [to, { ...one, path: to }] : [path, one]))), true)
    },
    hasUnsaved: () => [...store.getState().values()].some((document) => document.kind === 'text' && document.isDirty),
  }
}

const UNTOUCHED = { kind: 'text', isDirty: false, isSaving: false, theirs: undefined, isComparing: false, problem: undefined } as const
