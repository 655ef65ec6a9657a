// A sentence for a person's eyes: what a stranger put into its slots can hide, reorder or repaint nothing in any language.
import { makeVisible } from '../visible/make-visible.ts'
import { inEnglish, renderSentence } from './render-sentence.ts'
import { type Sentence, type SlotValue, sentence } from './sentence.ts'

/** In English it is exactly the visible form of its text. Where the parts would look otherwise, the text takes the place of the form. */
export function visibleSentence(said: Sentence): Sentence {
  const text = makeVisible(inEnglish(said))
  const visible = showSentence(said)
  return renderSentence(visible) === text ? visible : sentence('text', { text })
}

function showSentence({ form, slots }: Sentence): Sentence {
  if (!slots) return { form }
  return { form, slots: Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, showSlot(value)])) }
}

function showSlot(value: SlotValue): SlotValue {
  if (typeof value === 'string') return makeVisible(value)
  if (typeof value === 'number') return value
  return 'form' in value ? showSentence(value) : value.map(showSentence)
}
