// The files that a patch has changed, by kind of change.
import { useTranslation } from 'react-i18next'
import { ChangeNotes } from './change-notes.tsx'
import { listOf, type ResultProps, textOf, textsOf } from './fields.ts'
import { FileLink } from './file-link.tsx'

const KINDS = ['files_created', 'files_modified', 'files_deleted', 'files_renamed'] as const

export function ChangesResult({ fields }: ResultProps) {
  const { t } = useTranslation()
  const pathsOf = (value: unknown) => [
    ...textsOf(value),
    ...listOf(value)
      .map(({ to, path }) => textOf(to) || textOf(path))
      .filter(Boolean),
  ]
  const changed = KINDS.map((kind) => ({ kind, paths: pathsOf(fields[kind]) })).filter(({ paths }) => paths.length > 0)
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-col gap-1 text-xs">
        {changed.map(({ kind, paths }) => (
          <li key={kind} className="flex flex-wrap gap-x-2">
            <span className="text-muted">{t(`chat.changes.${kind}`)}</span>
            {paths.map((path) => (
              <FileLink key={path} path={path} />
            ))}
          </li>
        ))}
      </ul>
      <ChangeNotes fields={fields} />
    </div>
  )
}
