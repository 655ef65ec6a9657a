// One word of a command as a person reads it: quoted if its ends would be unclear, with nothing hidden.

const PLAIN = /^[\p{L}\p{N}_./:=@%+,^~-]+$/u
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

export function quoteWord(word: string): string {
  if (PLAIN.test(word)) return word
  const shown = word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  return `'${shown.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)}'`
}

export const quoteWords = (words: readonly string[]): string => words.map(quoteWord).join(' ')
