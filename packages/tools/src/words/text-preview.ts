// A preview in words: lines that can be rendered in other languages, then text that is shown as it is.
import { inEnglish, type Preview, type Sentence, sentence } from '@countersign/protocol'

type TextPreview = Extract<Preview, { kind: 'text' }>

/** A line of names or of somebody's words. */
export const plainLine = (text: string): Sentence => sentence('text', { text })

/** `rest` begins a new line. */
export function textPreview(lines: readonly Sentence[], rest?: string): TextPreview {
  const english = lines.map(inEnglish)
  const text = [...english, ...(rest === undefined ? [] : [rest])].join('\n')
  // A name may hold a line break: then the lines cannot be told apart.
  return { kind: 'text', text, ...(english.every((line) => !line.includes('\n')) && { text_forms: [...lines] }) }
}
