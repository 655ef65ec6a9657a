// The text of one open file with its undo history. It stays while its tab or the view is hidden; the editor that shows it is
// attached to it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, type StateEffect, type TransactionSpec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { changedLines, type LineMarks, markLines } from './changed-lines.ts'
import { editorTheme } from './editor-theme.ts'
import { loadLanguage } from './languages.ts'
import type { TextForm } from './text-form.ts'

export interface Buffer {
  readonly state: EditorState
  /** With `\n` between lines, unless line endings are mixed. */
  readonly text: string
  /** Replaces the text by that of the disk; the cursor and the undo history stay. */
  replace(text: string): void
  mark(marks: LineMarks): void
  /** Shows it in this editor from now on. `labels` are in the person's language. */
  attach(view: EditorView): void
  detach(): void
  readonly scroll: StateEffect<unknown> | undefined
  /** Updates texts that depend on the person's language. */
  label(extension: Extension): void
}

export interface BufferOptions {
  readonly name: string
  readonly text: string
  readonly form: TextForm
  readonly isReadOnly: boolean
  readonly onEdit: () => void
}

export function createBuffer({ name, text, form, isReadOnly, onEdit }: BufferOptions): Buffer {
  const language = new Compartment()
  const labels = new Compartment()
  let view: EditorView | undefined
  let scroll: StateEffect<unknown> | undefined
  const listener = EditorView.updateListener.of((update) => {
    state = update.state
    if (update.docChanged) onEdit()
  })
  const extensions = [
    setup(isReadOnly),
    labels.of([]),
    language.of([]),
    listener,
    ...(form.ends === 'mixed' ? [EditorState.lineSeparator.of('\n')] : []),
  ]
  let state = EditorState.create({ doc: text, extensions })
  const dispatch = (spec: TransactionSpec) => {
    if (view) return view.dispatch(spec)
    const { docChanged, state: next } = state.update(spec)
    state = next
    if (docChanged) onEdit()
  }
  // If the language cannot be loaded, the text stays plain.
  loadLanguage(name).then(
    (support) => support && dispatch({ effects: language.reconfigure(support) }),
    () => undefined,
  )
  return {
    get state() {
      return state
    },
    get text() {
      return state.doc.toString()
    },
    get scroll() {
      return scroll
    },
    replace: (next) => dispatch({ changes: changeBetween(state.doc.toString(), next) }),
    mark: (marks) => {
      const line = marks.size === 0 ? undefined : state.doc.line(Math.min(state.doc.lines, Math.min(...marks.keys())))
      const effects = line ? [EditorView.scrollIntoView(line.from, { y: 'center' })] : []
      scroll = effects[0]
      dispatch({ effects: [markLines.of(marks), ...effects] })
    },
    attach: (shown) => {
      view = shown
    },
    detach: () => {
      scroll = view?.scrollSnapshot()
      view = undefined
    },
    label: (extension) => dispatch({ effects: labels.reconfigure(extension) }),
  }
}

const setup = (isReadOnly: boolean): Extension => [
  lineNumbers(),
  foldGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  changedLines(),
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...(isReadOnly ? [] : [indentWithTab])]),
  EditorState.readOnly.of(isReadOnly),
  editorTheme(),
]

/** The part that differs, between the common start and the common end. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let end = 0
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
