// Compares the text on disk with the person's text: side by side where there is room, else in one column. The person's side can be
// edited, and single changes can be taken from the disk.
import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '../../shared/hooks/use-is-narrow.ts'
import type { Buffer } from './buffer.ts'
import { editorTheme } from './editor-theme.ts'
import { loadLanguage } from './languages.ts'
import { editorPhrases } from './phrases.ts'
import { type Place, useShadowEditor } from './use-shadow-editor.ts'

export interface CompareViewProps {
  readonly buffer: Buffer
  readonly name: string
  readonly theirs: string
}

export function CompareView({ buffer, name, theirs }: CompareViewProps) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  const show = useCallback(
    (place: Place) => {
      const words = { theirs: editorPhrases(t, t('files.compare.theirs'), true), mine: editorPhrases(t, t('files.compare.mine'), false) }
      const stopping = new AbortController()
      // If the language cannot be loaded, the text stays plain.
      const showIn = (language: Extension) => {
        if (stopping.signal.aborted) return
        const shown = isNarrow
          ? showUnified(place, { buffer, theirs, language, words })
          : showBoth(place, { buffer, theirs, language, words })
        stopping.signal.addEventListener('abort', () => shown.destroy())
      }
      loadLanguage(name).then(
        (language) => showIn(language ?? []),
        () => showIn([]),
      )
      return () => stopping.abort()
    },
    [buffer, name, theirs, isNarrow, t],
  )
  const host = useShadowEditor(show)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Titles isNarrow={isNarrow} />
      <div ref={host} className="min-h-0 flex-1 overflow-hidden bg-panel" />
    </div>
  )
}

function Titles({ isNarrow }: { readonly isNarrow: boolean }) {
  const { t } = useTranslation()
  const [theirs, mine] = [t('files.compare.theirs'), t('files.compare.mine')]
  return (
    <div
      className={`shrink-0 border-b border-line text-xs font-medium text-muted ${isNarrow ? 'flex gap-4 px-3 py-1' : 'grid grid-cols-2'}`}
    >
      <span className={isNarrow ? 'rounded bg-removed px-2' : 'px-4 py-1'}>{isNarrow ? `− ${theirs}` : theirs}</span>
      <span className={isNarrow ? 'rounded bg-added px-2' : 'px-4 py-1'}>{isNarrow ? `+ ${mine}` : mine}</span>
    </div>
  )
}

interface Comparing {
  readonly buffer: Buffer
  readonly theirs: string
  readonly language: Extension
  readonly words: { readonly theirs: Extension; readonly mine: Extension }
}

const common = (language: Extension): Extension => [lineNumbers(), EditorView.lineWrapping, editorTheme(), language]

/** With mixed line endings, a carriage return is a character on both sides. */
const separatorOf = ({ buffer }: Comparing): Extension => {
  const separator = buffer.state.facet(EditorState.lineSeparator)
  return separator === undefined ? [] : EditorState.lineSeparator.of(separator)
}

const mineOf = (comparing: Comparing): Extension => [
  common(comparing.language),
  comparing.words.mine,
  separatorOf(comparing),
  history(),
  keymap.of([...standardKeymap, ...historyKeymap]),
  EditorView.updateListener.of((update) => update.docChanged && comparing.buffer.replace(update.state.doc.toString())),
]

const COLLAPSE = { margin: 3, minSize: 6 }

function showBoth({ root, parent }: Place, comparing: Comparing): { destroy(): void } {
  const { buffer, theirs, language, words } = comparing
  const view = new MergeView({
    a: { doc: theirs, extensions: [common(language), words.theirs, separatorOf(comparing), EditorState.readOnly.of(true)] },
    b: { doc: buffer.text, extensions: mineOf(comparing) },
    parent,
    root,
    revertControls: 'a-to-b',
    collapseUnchanged: COLLAPSE,
    gutter: true,
  })
  view.dom.style.height = '100%'
  view.dom.style.overflow = 'auto'
  return view
}

function showUnified({ root, parent }: Place, comparing: Comparing): { destroy(): void } {
  const { buffer, theirs } = comparing
  const merge = unifiedMergeView({ original: theirs, mergeControls: false, collapseUnchanged: COLLAPSE })
  return new EditorView({ state: EditorState.create({ doc: buffer.text, extensions: [mineOf(comparing), merge] }), parent, root })
}
