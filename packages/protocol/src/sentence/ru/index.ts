// The sentences of English in Russian: the same forms with the same slots.
import type { Catalogue } from '../render-sentence.ts'

export const RUSSIAN: Catalogue = { language: 'ru', forms: {} }
