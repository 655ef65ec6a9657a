// What a person is shown of a text that a stranger wrote: every character that could hide, reorder or repaint becomes its code point,
// such as ⟨U+202E⟩. Two different texts never look the same.

export function makeVisible(text: string, options: VisibleOptions = {}): string {
  // A text that imitates our own escape has its bracket escaped, so that an escape always means what it says.
  const honest = text.includes('⟨U+') ? text.replaceAll('⟨U+', `${escapeCharacter('⟨')}U+`) : text
  return replaceOddCharacters(honest, escapeCharacter, options)
}

export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) as number
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

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

interface Patterns {
  /** Whether there is anything to look at. */
  readonly quick: RegExp
  readonly full: RegExp
}

const compiled = new Map<string, Patterns>()

/** Compiled on first use, because the emoji take long enough to be felt at every start. */
function patternsOf({ multiline = false }: VisibleOptions): Patterns {
  const odd = multiline ? ODD_IN_LINES : ODD
  const known = compiled.get(odd)
  if (known) return known
  const patterns = { quick: new RegExp(odd, 'v'), full: new RegExp(`(${odd})|${EMOJI}`, 'gv') }
  compiled.set(odd, patterns)
  return patterns
}

export function hasOddCharacters(text: string, options: VisibleOptions = {}): boolean {
  const { quick, full } = patternsOf(options)
  if (!quick.test(text)) return false
  for (const [, odd] of text.matchAll(full)) if (odd !== undefined) return true
  return false
}

/** Replaces each odd character; listed emoji sequences pass whole. */
export function replaceOddCharacters(text: string, replace: (character: string) => string, options: VisibleOptions = {}): string {
  const { quick, full } = patternsOf(options)
  if (!quick.test(text)) return text
  return text.replace(full, (found, odd?: string) => (odd === undefined ? found : replace(odd)))
}
