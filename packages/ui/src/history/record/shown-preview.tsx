// The preview that the person saw before answering, as recorded.
import type { Preview } from '@countersign/protocol'
import { PreviewOf } from '../../calls/preview/call-preview.tsx'
import { DiffLines } from '../../shared/diff/diff-lines.tsx'
import { TextBlock } from '../../shared/text/text-block.tsx'

export function ShownPreview({ preview }: { readonly preview: Preview }) {
  switch (preview.kind) {
    case 'question':
      return <TextBlock label={preview.actions.join(' · ')} text={preview.message} />
    case 'input':
      return <TextBlock label={preview.command} text={preview.output} />
    case 'review':
      return preview.files.map(({ path, hunks }) => <DiffLines key={path} diff={hunks.map(({ diff }) => diff).join('')} label={path} />)
    default:
      return <PreviewOf preview={preview} />
  }
}
