// Syntax colours for text that is not being edited, by the parsers of the editor. It is a separate chunk: code is shown plain
// first, and coloured when this is loaded.
import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { classHighlighter, highlightCode } from '@lezer/highlight'
import type { Token } from './token.ts'

/** A longer text would take noticeably long to parse. */
const MAX_CHARACTERS = 300_000

/** The tokens of each line; undefined where the language is not known or the text is too long. */
export async function highlight(text: string, path: string): Promise<readonly (readonly Token[])[] | undefined> {
  const description = LanguageDescription.matchFilename(languages, path.slice(path.lastIndexOf('/') + 1))
  if (!description || text.length > MAX_CHARACTERS) return undefined
  const { language } = await description.load()
  const lines: Token[][] = [[]]
  const put = (piece: string, className: string) => lines.at(-1)?.push({ text: piece, className })
  highlightCode(text, language.parser.parse(text), classHighlighter, put, () => lines.push([]))
  return lines
}
