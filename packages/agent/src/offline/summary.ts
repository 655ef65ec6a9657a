// What the offline agent says about an ended call: one line in the person's language, and the beginning of the result.
import { withoutMarks } from '@countersign/protocol'
import type { Entry } from '../model.ts'
import type { Words } from './words.ts'

const MAX_LINES = 30
const MAX_CHARACTERS = 1_500

type Result = Extract<Entry, { kind: 'result' }>

export function summaryOf({ call, text, failed }: Result, words: Words): string {
  const head = failed ? words.failed : (words.heads[call.tool_name]?.(call.tool_params) ?? '')
  const beginning = beginningOf(withoutMarks(text).trimEnd(), words)
  const body = call.tool_name === 'run_command' && !failed ? fenced(beginning) : beginning
  return [head, body, words.reminder].filter(Boolean).join('\n\n')
}

/** Shown as it was printed, whatever of it looks like Markdown. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return text === '' ? '' : `${fence}\n${text}\n${fence}`
}

function beginningOf(text: string, { moreLines }: Words): string {
  const lines = text.split('\n')
  const shown = lines.slice(0, MAX_LINES)
  while (shown.length > 1 && shown.join('\n').length > MAX_CHARACTERS) shown.pop()
  const beginning = shown.join('\n')
  const cut = beginning.length > MAX_CHARACTERS ? `${[...beginning].slice(0, MAX_CHARACTERS).join('')}…` : beginning
  return shown.length < lines.length ? `${cut}\n${moreLines(lines.length - shown.length)}` : cut
}
