// Masking of secrets in texts and JSON values.
export { MASK } from './format.ts'
export { createMasker, type Masker } from './masker.ts'
export { secretKind } from './secret-names.ts'
