// Masking of secrets in texts and JSON values.

export { secretKind } from './assigned/secret-names.ts'
export { MASK } from './formats/format.ts'
export { createMasker, type Masker, maskSentence } from './masker.ts'
