// The form of a text on disk: byte order mark and line endings. The editor works without them; saving restores them.

export interface TextForm {
  readonly hasMark: boolean
  /** `mixed`: carriage returns are characters of their lines, and saving restores nothing. */
  readonly ends: 'LF' | 'CRLF' | 'mixed'
}

const MARK = '\uFEFF'

export function readForm(content: string): { readonly form: TextForm; readonly text: string } {
  const hasMark = content.startsWith(MARK)
  const text = hasMark ? content.slice(1) : content
  const ends = endsOf(text)
  return { form: { hasMark, ends }, text: ends === 'CRLF' ? text.replaceAll('\r\n', '\n') : text }
}

export const writeForm = (text: string, { hasMark, ends }: TextForm): string =>
  (hasMark ? MARK : '') + (ends === 'CRLF' ? text.replaceAll('\n', '\r\n') : text)

function endsOf(text: string): TextForm['ends'] {
  if (!text.includes('\r')) return 'LF'
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? 'mixed' : 'CRLF'
}
