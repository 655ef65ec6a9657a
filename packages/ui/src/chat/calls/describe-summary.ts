// Describes the result summary of a call, by tool.
import type { TFunction } from 'i18next'
import type { Call } from '../../mirror/calls/call.ts'
import { describeAnswer } from './results/describe-answer.ts'

type Words = (summary: Call['summary'], t: TFunction) => string

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
const entries: Words = ({ total_count }, t) => t('chat.resultSummary.entries', { count: count(total_count) })
const ended: Words = ({ exit_code }, t) =>
  exit_code === undefined || exit_code === 0 ? '' : t('chat.resultSummary.exitCode', { code: exit_code })
const chosen: Words = ({ action, answered_at }, t) =>
  typeof action === 'string' ? describeAnswer({ tool_name: 'prompt_user', action, answered_at }, t) : ''

const BY_TOOL: Readonly<Record<string, Words>> = {
  read_file: ({ lines }, t) => t('chat.resultSummary.lines', { count: count(lines) }),
  write_file: ({ bytes_written, created }, t) =>
    t(created === true ? 'chat.resultSummary.created' : 'chat.resultSummary.written', { count: count(bytes_written) }),
  edit_file: ({ replacements }, t) => t('chat.resultSummary.replaced', { count: count(replacements) }),
  list_directory: entries,
  list_files: entries,
  search_in_project: ({ total_count }, t) => t('chat.resultSummary.matches', { count: count(total_count) }),
  apply_patch: ({ files_modified, files_created, files_deleted, files_renamed }, t) =>
    t('chat.resultSummary.files', { count: count(files_modified) + count(files_created) + count(files_deleted) + count(files_renamed) }),
  apply_patch_review: ({ action, chunks_selected, chunks_total }, t) =>
    action === 'cancel'
      ? t('chat.resultSummary.cancelled')
      : t('chat.resultSummary.chunks', { count: count(chunks_selected), total: count(chunks_total) }),
  prompt_user: chosen,
  execute_command: ended,
  run_command: ended,
}

export function describeSummary({ tool_name, status, summary }: Call, t: TFunction): string {
  if (status !== 'completed' || Object.keys(summary).length === 0) return ''
  return BY_TOOL[tool_name]?.(summary, t) ?? ''
}
