// Masking of secrets in texts and JSON values.

export { secretKind } from './assigned/secret-names.ts'
export { MASK } from './formats/format.ts'
export { maskSentence } from './mask-sentence.ts'
export { createMasker, type Masker } from './masker.ts'
