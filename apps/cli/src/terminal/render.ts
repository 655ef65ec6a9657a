// Sentences of the server in the person's language, which the locale of the terminal names. Other texts of the command line are
// English.
import { type Catalogue, ENGLISH, renderBeside, type Sentence } from '@countersign/protocol'
import { RUSSIAN } from '@countersign/protocol/sentence/ru'
import { CHINESE } from '@countersign/protocol/sentence/zh'

const CATALOGUES = [RUSSIAN, CHINESE]

type Locale = Readonly<Partial<Record<'LC_ALL' | 'LC_MESSAGES' | 'LANG', string>>>

/** The first of these variables that is set decides, as for other programs. */
export function catalogueFor({ LC_ALL, LC_MESSAGES, LANG }: Locale): Catalogue {
  const locale = (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase()
  return CATALOGUES.find(({ language }) => locale === language || locale.startsWith(`${language}_`)) ?? ENGLISH
}

/** The text itself where it has no form, or one that is unknown here. */
export const render = (text: string, form: Sentence | null | undefined): string => renderBeside(text, form, catalogueFor(process.env))

export const renderAll = (texts: readonly string[], forms: readonly Sentence[] | null | undefined): string[] =>
  texts.map((text, index) => render(text, forms?.[index]))
