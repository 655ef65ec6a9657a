// How text of unknown origin is shown to a person. The protocol defines which characters are suspicious, so that every client shows the
// same.
export { hasOddCharacters, makeVisible, type VisibleOptions } from '@countersign/protocol'
export { oneLine } from './one-line.ts'
