// Texts inside the editor, and its accessible name, in the person's language.
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { TFunction } from 'i18next'

const PHRASES = {
  Find: 'find',
  Replace: 'replaceWith',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'matchCase',
  'by word': 'byWord',
  regexp: 'regexp',
  replace: 'replace',
  'replace all': 'replaceAll',
  close: 'close',
  'Go to line': 'goToLine',
  go: 'go',
  'current match': 'currentMatch',
  'on line': 'onLine',
  'Fold line': 'foldLine',
  'Unfold line': 'unfoldLine',
  'folded code': 'foldedCode',
  '$ unchanged lines': 'unchangedLines',
  'Revert this chunk': 'revertChunk',
} as const

export function editorPhrases(t: TFunction, name: string, isReadOnly: boolean): Extension {
  const words = Object.entries(PHRASES).map(([phrase, key]) => [phrase, t(`files.editor.${key}`)])
  const description: Record<string, string> = isReadOnly ? {} : { 'aria-description': t('files.editor.leave') }
  return [
    EditorState.phrases.of(Object.fromEntries(words)),
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0', spellcheck: 'false', autocapitalize: 'off', ...description }),
  ]
}
