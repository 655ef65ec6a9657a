// Which characters could hide, reorder or repaint text that a person is asked to approve, and where the same characters are harmless.

/** Control, format (bidi, zero-width, tags), surrogates, private use, unassigned, separators and blanks other than the space. */
const ALWAYS_ODD = '\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}'

/** Blank to the eye although Unicode does not call it a blank: the empty braille cell. */
const LOOKS_BLANK = '\\u2800'

/** More marks on one letter than any language writes; piled up they cover the lines around. */
const PILED_MARK = '(?<=\\p{M}{8})\\p{M}'

const ODD = `(?! )[${ALWAYS_ODD}${LOOKS_BLANK}]|${PILED_MARK}`

/** Without the newline and tab that text of several lines is made of. */
const ODD_IN_LINES = `(?![ \\n\\t])[${ALWAYS_ODD}${LOOKS_BLANK}]|${PILED_MARK}`

/** A family, a flag or a keycap holds joiners, selectors or tags that are part of the picture. Only the sequences that Unicode lists. */
const EMOJI = '(?=\\p{Emoji})\\p{RGI_Emoji}'

export interface VisibleOptions {
  /** Newline and tab stay as they are. */
  readonly multiline?: boolean
}

const quickPattern = { line: new RegExp(ODD, 'v'), lines: new RegExp(ODD_IN_LINES, 'v') }
const fullPattern = { line: new RegExp(`(${ODD})|${EMOJI}`, 'gv'), lines: new RegExp(`(${ODD_IN_LINES})|${EMOJI}`, 'gv') }

export function hasOddCharacters(text: string, { multiline = false }: VisibleOptions = {}): boolean {
  const kind = multiline ? 'lines' : 'line'
  if (!quickPattern[kind].test(text)) return false
  for (const [, odd] of text.matchAll(fullPattern[kind])) if (odd !== undefined) return true
  return false
}

/** Replaces each odd character; listed emoji sequences pass whole. */
export function replaceOddCharacters(
  text: string,
  replace: (character: string) => string,
  { multiline = false }: VisibleOptions = {},
): string {
  const kind = multiline ? 'lines' : 'line'
  if (!quickPattern[kind].test(text)) return text
  return text.replace(fullPattern[kind], (found, odd?: string) => (odd === undefined ? found : replace(odd)))
}
