// A sentence masked as its English text is, so that no slot shows in another language what the text hides.
import { inEnglish, renderSentence, type Sentence, sentence } from '@countersign/protocol'
import type { Masker } from './masker.ts'

/** The same object where nothing was masked. Where the parts cannot be masked as the whole is, the text takes the place of the form. */
export function maskSentence(masker: Masker, said: Sentence): Sentence {
  const text = inEnglish(said)
  const masked = masker.maskText(text)
  if (masked === text) return said
  const parts = masker.maskValue(said)
  return renderSentence(parts) === masked ? parts : sentence('text', { text: masked })
}
