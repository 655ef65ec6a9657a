// How text of unknown origin is shown to a person. What is odd is said by the protocol, so that every client shows the same.
export { hasOddCharacters, makeVisible, type VisibleOptions } from '@countersign/protocol'
export { oneLine } from './one-line.ts'
