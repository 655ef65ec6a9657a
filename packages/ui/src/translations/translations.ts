// All words of the page. English comes with it, the others when they are wanted. A new area is a file in each language and a
// line in each index.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en/index.ts'

export const LANGUAGES = { en: 'English', ru: 'Русский', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

declare module 'i18next' {
  interface CustomTypeOptions {
    /** Sentences of the server are looked up by their form, not by name. */
    resources: { translation: Omit<typeof en, 'titles' | 'sentences'> }
  }
}

const LOADERS: Record<Language, () => Promise<object>> = {
  en: async () => en,
  ru: async () => (await import('./ru/index.ts')).ru,
  zh: async () => (await import('./zh/index.ts')).zh,
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
  if (!i18next.hasResourceBundle(language, 'translation')) i18next.addResourceBundle(language, 'translation', await LOADERS[language]())
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** What the browser prefers, of those that we speak. */
export const browserLanguage = (preferred: readonly string[] = navigator.languages): Language =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
