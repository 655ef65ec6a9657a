// The open documents and their buffers, which change together here.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Buffer, createBuffer } from '../editor/buffer.ts'
import { readForm } from '../editor/text-form.ts'
import { nameOf } from '../tree/tree-state.ts'
import type { OpenDocument, TextDocument } from './document.ts'
import type { ReadFile } from './read-document.ts'
import { textOfVersion } from './reconcile-with-disk.ts'

/** In the order of the tabs. */
export type DocumentsState = ReadonlyMap<string, OpenDocument>

export interface OpenDocuments {
  readonly store: StoreApi<DocumentsState>
  buffer(path: string): Buffer | undefined
  /** Undefined if it is not text. */
  text(path: string): TextDocument | undefined
  put(document: OpenDocument): void
  patch(path: string, change: Partial<TextDocument>): void
  /** Shows what was read, if the file is still open. */
  show(path: string, file: ReadFile): void
  /** Updates whether the text differs from that on disk. */
  measure(path: string): void
  remove(path: string): void
  rename(from: string, to: string): void
}

const IMAGE = /\.(png|jpe?g|gif|webp|bmp|ico|avif)$/i
const UNTOUCHED = { kind: 'text', isDirty: false, isSaving: false, theirs: undefined, isComparing: false, problem: undefined } as const

export function createOpenDocuments(): OpenDocuments {
  const store = createStore<DocumentsState>(() => new Map())
  const buffers = new Map<string, Buffer>()
  const put = (document: OpenDocument) => store.setState((all) => new Map(all).set(document.path, document), true)
  const text = (path: string) => {
    const document = store.getState().get(path)
    return document?.kind === 'text' ? document : undefined
  }
  const measure = (path: string) => {
    const [document, buffer] = [text(path), buffers.get(path)]
    if (!document || !buffer) return
    const isDirty = document.base === null || !buffer.state.doc.eq(textOfVersion(document.base))
    if (isDirty !== document.isDirty) put({ ...document, isDirty })
  }
  /** A buffer survives a rename, so its path is looked up. */
  const onEdit = (edited: Buffer) => {
    for (const [path, buffer] of buffers) if (buffer === edited) measure(path)
  }
  return {
    store,
    text,
    put,
    measure,
    buffer: (path) => buffers.get(path),
    patch: (path, change) => {
      const document = text(path)
      if (document) put({ ...document, ...change })
    },
    show: (path, file) => {
      if (!store.getState().has(path)) return
      if (file.kind === 'refused') return put({ kind: 'refused', path, problem: file.problem })
      if (file.kind === 'bytes') return put({ kind: IMAGE.test(path) ? 'image' : 'other', path, size: file.size, base64: file.base64 })
      const { form, text } = readForm(file.version.content)
      const buffer = createBuffer({ name: nameOf(path), text, form, isReadOnly: file.isCut, onEdit: () => onEdit(buffer) })
      buffers.set(path, buffer)
      put({ ...UNTOUCHED, path, form, size: file.size, isCut: file.isCut, base: file.version })
    },
    remove: (path) => {
      buffers.delete(path)
      store.setState((all) => new Map([...all].filter(([open]) => open !== path)), true)
    },
    rename: (from, to) => {
      const buffer = buffers.get(from)
      buffers.delete(from)
      if (buffer) buffers.set(to, buffer)
      store.setState((all) => new Map([...all].map(([path, one]) => (path === from ? [to, { ...one, path: to }] : [path, one]))), true)
    },
  }
}
