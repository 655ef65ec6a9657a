// Other sentences of the server in the person's language: how far an answer reaches, why the risk is what it is, why a call ran.
// Undefined where the form is not known here: then the server's own English is shown, and marked as such.
import type { i18n } from 'i18next'
import { en } from '../translations/en/index.ts'
import { fillSlots, matchSentence } from './match-sentence.ts'

export type SentenceArea = keyof (typeof en)['sentences']
type Language = Pick<i18n, 'language' | 'getResource'>

export function saySentence(area: SentenceArea, sentence: string, language: Language): string | undefined {
  if (language.language === 'en') return sentence
  const said = sayPlain(area, sentence, language)
  if (said !== undefined) return said
  if (area === 'reach') return sayNarrowed(sentence, language)
  return area === 'reasons' ? sayAbout(sentence, language) : undefined
}

/** The forms of English are in the order in which they are tried. */
function sayPlain(area: SentenceArea, sentence: string, { language, getResource }: Language): string | undefined {
  for (const [name, template] of Object.entries(en.sentences[area])) {
    const slots = matchSentence(template, sentence)
    const words: unknown = slots && getResource(language, 'translation', `sentences.${area}.${name}`)
    if (slots && typeof words === 'string') return fillSlots(words, slots)
  }
  return undefined
}

/** `git push: Sends commits to another machine`: what it is about stays. */
function sayAbout(sentence: string, language: Language): string | undefined {
  const [, about, what] = /^([^:]+): (.+)$/s.exec(sentence) ?? []
  const said = what === undefined ? undefined : sayPlain('reasons', what, language)
  return said && `${about}: ${said}`
}

const MANNER = /^(.+), (as a shell line of its own|kept running)$/s
const FOLDER = /^(.+) in (.+)$/s

/** What a class of shell lines covers: what the command's class does, in one folder, in one manner. */
function sayNarrowed(sentence: string, language: Language): string | undefined {
  const [, inner = sentence, manner] = MANNER.exec(sentence) ?? []
  const [, outer, folder] = FOLDER.exec(inner) ?? []
  const whole = sayPlain('reach', inner, language)
  const narrowed = whole ?? (outer !== undefined && sayPlain('reach', outer, language))
  if (!narrowed) return undefined
  const place = whole === undefined && folder !== undefined ? fillSlots(wordsOf(language, 'folder'), { folder }) : ''
  const how = manner === undefined ? '' : wordsOf(language, manner === 'kept running' ? 'keptRunning' : 'shellLine')
  return `${narrowed}${place}${how}`
}

const wordsOf = ({ language, getResource }: Language, name: 'folder' | 'keptRunning' | 'shellLine'): string =>
  String(getResource(language, 'translation', `approvals.scope.${name}`) ?? '')
