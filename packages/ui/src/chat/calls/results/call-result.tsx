// The result of a call in a form that fits its kind. An unexpected shape is shown as JSON.
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '../../../mirror/calls/call.ts'
import { TextBlock } from '../../../shared/text/text-block.tsx'
import { AnswerResult } from './answer-result.tsx'
import { ChangeNotes, ChangesResult, WrittenResult, withoutNotes } from './changes-result.tsx'
import { CommandResult } from './command-result.tsx'
import { CommitsResult } from './commits-result.tsx'
import { DiffResult } from './diff-result.tsx'
import { type Fields, fieldsOf, type ResultProps } from './fields.ts'
import { FileResult } from './file-result.tsx'
import { ListingResult } from './listing-result.tsx'
import { MatchesResult } from './matches-result.tsx'

interface Kind {
  readonly fits: (fields: Fields) => boolean
  readonly Component: ComponentType<ResultProps>
}

/** The first that fits, chosen by the fields of the result, so that tools of other servers are readable too. */
const KINDS: readonly Kind[] = [
  { fits: ({ stdout, stderr }) => typeof stdout === 'string' || typeof stderr === 'string', Component: CommandResult },
  { fits: ({ content, encoding }) => typeof content === 'string' && encoding !== 'base64', Component: FileResult },
  { fits: ({ matches }) => Array.isArray(matches), Component: MatchesResult },
  { fits: ({ files, total_count }) => Array.isArray(files) && typeof total_count === 'number', Component: ListingResult },
  { fits: ({ commits }) => Array.isArray(commits), Component: CommitsResult },
  { fits: ({ path, bytes_written }) => typeof path === 'string' && typeof bytes_written === 'number', Component: WrittenResult },
  { fits: ({ files_modified }) => Array.isArray(files_modified), Component: ChangesResult },
  { fits: ({ action }) => typeof action === 'string', Component: AnswerResult },
  { fits: ({ diff }) => typeof diff === 'string', Component: DiffResult },
]

export function CallResult({ call }: { readonly call: Call }) {
  const { t } = useTranslation()
  const fields = fieldsOf(call.result)
  const kind = KINDS.find(({ fits }) => fits(fields))
  if (kind) return <kind.Component fields={fields} call={call} />
  const text = typeof call.result === 'string' ? call.result : JSON.stringify(call.result, withoutNotes, 2)
  return (
    <div className="flex flex-col gap-1">
      <TextBlock label={t('chat.result')} text={text} />
      <ChangeNotes fields={fields} />
    </div>
  )
}
