// The entries of a folder; a tree is shown as one.
import { makeVisible } from '@countersign/protocol'
import { File, Folder } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Fields, listOf, numberOf, type ResultProps, textOf } from './fields.ts'
import { FileLink } from './file-link.tsx'

const SHOWN = 200

export function ListingResult({ fields }: ResultProps) {
  const { t, i18n } = useTranslation()
  const entries = flatten(listOf(fields.files))
  const left = Math.max(numberOf(fields.total_count), entries.length) - Math.min(entries.length, SHOWN)
  if (entries.length === 0) return <p className="text-xs text-muted">{t('chat.nothingFound')}</p>
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('chat.result')}
      className="max-h-80 overflow-auto rounded-md border border-line py-1 text-xs"
    >
      {entries.slice(0, SHOWN).map((entry) => (
        <Entry key={textOf(entry.path)} entry={entry} language={i18n.language} />
      ))}
      {left > 0 && <li className="px-2 py-0.5 text-muted">{t('chat.more', { count: left })}</li>}
    </ul>
  )
}

function Entry({ entry, language }: { readonly entry: Fields; readonly language: string }) {
  const isFolder = entry.type === 'directory'
  const path = textOf(entry.path)
  const Icon = isFolder ? Folder : File
  return (
    <li className="flex items-center gap-2 px-2 py-0.5">
      <Icon size={14} className="shrink-0 text-muted" aria-hidden />
      {isFolder ? <span className="min-w-0 font-mono break-all">{makeVisible(path)}/</span> : <FileLink path={path} />}
      {!isFolder && <span className="ml-auto shrink-0 text-muted tabular-nums">{inBytes(numberOf(entry.size), language)}</span>}
    </li>
  )
}

const flatten = (entries: readonly Fields[]): readonly Fields[] => entries.flatMap((entry) => [entry, ...flatten(listOf(entry.children))])

const inBytes = (size: number, language: string): string =>
  new Intl.NumberFormat(language, { notation: 'compact', style: 'unit', unit: 'byte', unitDisplay: 'narrow' }).format(size)
