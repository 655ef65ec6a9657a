// The status bar below the text: path, language, line endings, and whether it is saved.
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TextDocument } from '../documents/document.ts'
import { languageName } from '../editor/languages.ts'
import { useDocument } from '../state/use-files.ts'
import { nameOf } from '../tree/tree-state.ts'
import { formatSize } from '../workspace/format-size.ts'

export function StatusBar({ path }: { readonly path: string }) {
  const document = useDocument(path)
  return (
    <div className="flex shrink-0 items-center gap-3 border-t border-line bg-canvas px-3 py-1 text-xs text-muted">
      <span className="min-w-0 truncate" title={path}>
        {path}
      </span>
      <span className="ml-auto" />
      {document?.kind === 'text' && <TextFacts document={document} />}
    </div>
  )
}

function TextFacts({ document }: { readonly document: TextDocument }) {
  const { t } = useTranslation()
  const { path, form, size, isCut } = document
  return (
    <>
      <span role="status" className={document.isDirty ? 'text-accent' : ''}>
        {stateWords(t, document)}
      </span>
      {isCut && <span>{t('files.readOnly')}</span>}
      <span className="hidden sm:inline">{formatSize(size)}</span>
      <span className="hidden sm:inline">{form.ends === 'mixed' ? t('files.mixedEnds') : form.ends}</span>
      <span className="hidden sm:inline">{languageName(nameOf(path)) ?? t('files.plainText')}</span>
    </>
  )
}

function stateWords(t: TFunction, { isSaving, isDirty, isCut }: TextDocument): string {
  if (isCut) return ''
  if (isSaving) return t('files.saving')
  return isDirty ? t('files.unsaved') : t('files.saved')
}
