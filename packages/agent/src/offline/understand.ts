// The six requests that the offline agent understands, in English, Russian and Chinese. It does not guess: a request that
// matches no form is not understood.
import { CHINESE } from './forms/chinese.ts'
import { ENGLISH } from './forms/english.ts'
import { type Call, type Form, type Language, partsOf } from './forms/form.ts'
import { RUSSIAN } from './forms/russian.ts'
import { liftQuotes } from './quotes.ts'

export interface Understood extends Call {
  readonly language: Language
}

const FORMS: Readonly<Record<Language, readonly Form[]>> = { en: ENGLISH, ru: RUSSIAN, zh: CHINESE }

/** A full stop after a word or a quote ends the sentence; after a space, a dot or a slash it belongs to a path. */
const END_OF_SENTENCE = /(?<=[\p{L}\p{N}_)\uE000-\uE03F])[.!]$|\s*[。！？]$/u

export function understand(request: string): Understood | undefined {
  const lifted = liftQuotes(request.trim())
  if (!lifted) return undefined
  const sentence = lifted.text.replace(END_OF_SENTENCE, '').replace(/[ \t\u3000]+/gu, ' ')
  for (const [language, forms] of Object.entries(FORMS) as [Language, readonly Form[]][]) {
    for (const { pattern, toTheEnd, call } of forms) {
      const match = pattern.exec(toTheEnd ? lifted.text : sentence)
      const understood = match && call(partsOf({ ...match.groups }, lifted))
      if (understood) return { language, ...understood }
    }
  }
  return undefined
}

/** The language of a request that was not understood, by its script. Latin letters occur in all three languages, so they count last. */
export function languageOf(text: string): Language {
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en'
}
