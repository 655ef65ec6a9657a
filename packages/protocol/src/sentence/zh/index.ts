// The sentences of English in Chinese: the same forms with the same slots.
import type { Catalogue } from '../render-sentence.ts'

export const CHINESE: Catalogue = { language: 'zh', forms: {} }
