// All texts of the page. English comes with it, the other languages are loaded when they are chosen, together with their sentence
// forms. A new area is a file in each language and a line in each index.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { addCatalogue } from '../sentences/catalogue.ts'
import { en } from './en/index.ts'

export const LANGUAGES = { en: 'English', ru: 'Русский', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<object>> = {
  ru: async () => {
    const [{ ru }, { RUSSIAN }] = await Promise.all([import('./ru/index.ts'), import('@countersign/protocol/sentence/ru')])
    addCatalogue(RUSSIAN)
    return ru
  },
  zh: async () => {
    const [{ zh }, { CHINESE }] = await Promise.all([import('./zh/index.ts'), import('@countersign/protocol/sentence/zh')])
    addCatalogue(CHINESE)
    return zh
  },
}

export const isLanguage = (name: string | null | undefined): name is Language => name !== undefined && name !== null && name in LANGUAGES

export async function startTranslations(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes what it shows; twice would be visible.
    interpolation: { escapeValue: false },
  })
  await setLanguage(language)
}

export async function setLanguage(language: Language): Promise<void> {
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await LOADERS[language]())
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** The first language that the browser prefers and the page has. */
export const browserLanguage = (preferred: readonly string[] = navigator.languages): Language =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
