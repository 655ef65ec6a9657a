// Masks a sentence in the same way as its English text, so that no slot shows in another language what the text hides.
import { inEnglish, renderSentence, type Sentence, sentence } from '@countersign/protocol'
import type { Masker } from './masker.ts'

/** The same object if nothing was masked. If the parts cannot be masked like the whole, the text replaces the form. */
export function maskSentence(masker: Masker, said: Sentence): Sentence {
  const text = inEnglish(said)
  const masked = masker.maskText(text)
  if (masked === text) return said
  const parts = masker.maskValue(said)
  return renderSentence(parts) === masked ? parts : sentence('text', { text: masked })
}
