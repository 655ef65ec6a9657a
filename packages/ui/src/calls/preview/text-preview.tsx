// A preview in words: what goes or moves, a branch, a commit.
import type { Preview } from '@countersign/protocol'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { renderText } from './render-preview.ts'

export function TextPreview({ preview }: { readonly preview: Extract<Preview, { kind: 'text' }> }) {
  const render = useRenderSentence()
  return (
    <p className="max-h-96 overflow-auto rounded-md bg-sunken p-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
      <VisibleText text={renderText(preview, render)} multiline />
    </p>
  )
}
