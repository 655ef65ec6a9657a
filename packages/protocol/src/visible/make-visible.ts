// What a person is shown of a text that a stranger wrote: every character that could hide, reorder or repaint becomes its code point,
// such as ⟨U+202E⟩. Two different texts never look the same.
import { replaceOddCharacters, type VisibleOptions } from './odd-characters.ts'

export function makeVisible(text: string, options: VisibleOptions = {}): string {
  // A text that imitates our own escape has its bracket escaped, so that an escape always means what it says.
  const honest = text.includes('⟨U+') ? text.replaceAll('⟨U+', `${escapeCharacter('⟨')}U+`) : text
  return replaceOddCharacters(honest, escapeCharacter, options)
}

export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) as number
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}
