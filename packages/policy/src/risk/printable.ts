// Words of the agent inside a message of ours: what could hide or repaint is shown as its code point, and a cut is announced.

const MAX_SUBJECT_CHARACTERS = 120
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** `before` is what comes before it in the same message, and counts. */
export function printable(text: string, before = ''): string {
  const shown = text
    .slice(0, MAX_SUBJECT_CHARACTERS - before.length)
    .replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  const characters = before.length + text.length
  return characters > MAX_SUBJECT_CHARACTERS ? `${shown}… (${characters} characters)` : shown
}
