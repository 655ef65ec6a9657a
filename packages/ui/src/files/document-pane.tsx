// The open file: its messages, and below them its text, its image, or why it cannot be shown.
import { FileQuestionMark, FileX } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../shared/controls/button.tsx'
import { EmptyState } from '../shared/controls/empty-state.tsx'
import { DiskBar } from './bars/disk-bar.tsx'
import { SaveBar } from './bars/save-bar.tsx'
import type { ImageDocument, OpenDocument, RefusedDocument, TextDocument } from './documents/document.ts'
import { downloadBytes } from './download-bytes.ts'
import { CodeEditor } from './editor/code-editor.tsx'
import { CompareView } from './editor/compare-view.tsx'
import { readForm } from './editor/text-form.ts'
import { useDocument, useFiles } from './state/use-files.ts'
import { nameOf } from './tree/tree-state.ts'
import { formatSize } from './workspace/format-size.ts'
import { useDescribeRefusal } from './workspace/use-describe-refusal.ts'

export function DocumentPane({ path }: { readonly path: string }) {
  const { t } = useTranslation()
  const { documents, tree } = useFiles()
  const document = useDocument(path)
  useEffect(() => {
    void documents.open(path)
    void tree.reveal(path)
  }, [documents, tree, path])
  if (!document || document.kind === 'loading') return <p className="p-4 text-muted">{t('app.loading')}</p>
  return <Body document={document} />
}

function Body({ document }: { readonly document: Exclude<OpenDocument, { kind: 'loading' }> }) {
  if (document.kind === 'text') return <TextPane document={document} />
  if (document.kind === 'refused') return <RefusedPane document={document} />
  return document.kind === 'image' ? <ImagePane document={document} /> : <OtherPane document={document} />
}

function TextPane({ document }: { readonly document: TextDocument }) {
  const buffer = useFiles().documents.buffer(document.path)
  if (!buffer) return null
  const { path, theirs, isComparing } = document
  return (
    <>
      <DiskBar document={document} />
      <SaveBar document={document} />
      {isComparing && theirs ? (
        <CompareView buffer={buffer} name={nameOf(path)} theirs={readForm(theirs.content).text} />
      ) : (
        <CodeEditor buffer={buffer} path={path} />
      )}
    </>
  )
}

const TYPES: Readonly<Record<string, string>> = { jpg: 'jpeg', ico: 'x-icon' }

function ImagePane({ document: { path, base64, size } }: { readonly document: ImageDocument }) {
  const { t } = useTranslation()
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return (
    <figure className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-auto p-4">
      <img
        src={`data:image/${TYPES[ending] ?? ending};base64,${base64}`}
        alt={nameOf(path)}
        className="max-h-[80%] max-w-full rounded border border-line bg-sunken object-contain"
      />
      <figcaption className="text-sm text-muted">{t('files.image', { size: formatSize(size) })}</figcaption>
    </figure>
  )
}

function OtherPane({ document: { path, base64, size } }: { readonly document: ImageDocument }) {
  const { t } = useTranslation()
  const isPdf = /\.pdf$/i.test(path)
  return (
    <EmptyState
      Icon={FileQuestionMark}
      title={t(isPdf ? 'files.pdf' : 'files.notText')}
      hint={t('files.download.hint', { size: formatSize(size) })}
    >
      <Button onClick={() => downloadBytes(nameOf(path), base64)}>{t('files.download.action')}</Button>
    </EmptyState>
  )
}

function RefusedPane({ document: { path, problem } }: { readonly document: RefusedDocument }) {
  const { t } = useTranslation()
  const describeRefusal = useDescribeRefusal()
  const { documents } = useFiles()
  return (
    <div role="alert">
      <EmptyState Icon={FileX} title={t('files.notShown', { name: nameOf(path) })} hint={describeRefusal(problem)}>
        {problem.code !== 'SENSITIVE_FILE' && <Button onClick={() => void documents.open(path)}>{t('app.retry')}</Button>}
      </EmptyState>
    </div>
  )
}
