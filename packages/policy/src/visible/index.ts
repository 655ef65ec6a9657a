// How text of unknown origin is shown to a person.
export { makeVisible } from './make-visible.ts'
export { hasOddCharacters, type VisibleOptions } from './odd-characters.ts'
export { oneLine } from './one-line.ts'
