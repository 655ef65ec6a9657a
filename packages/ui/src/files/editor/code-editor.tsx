// The editor of one open file.
import { EditorView } from '@codemirror/view'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Buffer } from './buffer.ts'
import { editorPhrases } from './phrases.ts'
import { type Place, useShadowEditor } from './use-shadow-editor.ts'

export interface CodeEditorProps {
  readonly buffer: Buffer
  readonly path: string
}

export function CodeEditor({ buffer, path }: CodeEditorProps) {
  const { t } = useTranslation()
  const show = useCallback(
    ({ root, parent }: Place) => {
      const view = new EditorView({ state: buffer.state, parent, root, ...(buffer.scroll && { scrollTo: buffer.scroll }) })
      buffer.attach(view)
      return () => {
        buffer.detach()
        view.destroy()
      }
    },
    [buffer],
  )
  const host = useShadowEditor(show)
  useEffect(() => buffer.label(editorPhrases(t, path, buffer.state.readOnly)), [buffer, path, t])
  return <div ref={host} className="min-h-0 flex-1" />
}
