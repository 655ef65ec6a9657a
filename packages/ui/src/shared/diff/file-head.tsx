// What happens to a file: created, changed, deleted or renamed; its sizes, and how many lines are added and removed.
import { FileInput, FileMinus, FilePen, FilePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../text/visible-text.tsx'
import { countChanges, parseDiff } from './parse-diff.ts'

const STYLES = {
  create: { Icon: FilePlus, colour: 'text-low' },
  modify: { Icon: FilePen, colour: 'text-muted' },
  delete: { Icon: FileMinus, colour: 'text-high' },
  rename: { Icon: FileInput, colour: 'text-medium' },
} as const

export interface FileHeadProps {
  readonly path: string
  readonly from?: string | undefined
  readonly change: keyof typeof STYLES
  readonly diff: string
  readonly size_before?: number | null
  readonly size_after?: number | null
}

export function FileHead({ path, from, change, diff, size_before, size_after }: FileHeadProps) {
  const { t } = useTranslation()
  const { Icon, colour } = STYLES[change]
  const { added, removed } = countChanges(parseDiff(diff))
  const sizes = [size_before, size_after].filter((size) => typeof size === 'number')
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs">
      <span className={`inline-flex items-center gap-1 font-medium ${colour}`}>
        <Icon size={14} aria-hidden />
        {t(`approvals.diff.change.${change}`)}
      </span>
      {from !== undefined && from !== path && (
        <>
          <Name name={from} />
          <span className="text-muted">→</span>
        </>
      )}
      <Name name={path} />
      <span className="text-low">+{added}</span>
      <span className="text-high">−{removed}</span>
      {sizes.length > 0 && <span className="text-muted">{t('approvals.diff.bytes', { sizes: sizes.join(' → ') })}</span>}
    </p>
  )
}

const Name = ({ name }: { readonly name: string }) => (
  <code className="min-w-0 font-mono [overflow-wrap:anywhere]">
    <VisibleText text={name} />
  </code>
)
