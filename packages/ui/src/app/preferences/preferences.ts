// Language and theme, stored in this browser. They reveal nothing about anybody's work, so they may stay there.
import { browserLanguage, isLanguage, type Language, setLanguage } from '../../translations/translations.ts'

const LANGUAGE = 'countersign.language'
const THEME = 'countersign.theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function chosenLanguage(): Language {
  const kept = localStorage.getItem(LANGUAGE)
  return isLanguage(kept) ? kept : browserLanguage()
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(LANGUAGE, language)
  await setLanguage(language)
}

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(THEME)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(THEME, theme)
  applyTheme()
}

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

function applyTheme(): void {
  const theme = chosenTheme()
  const isDark = theme === 'system' ? darkSystem().matches : theme === 'dark'
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

/** Follows the system's theme until the person chooses one. */
export function startTheme(): void {
  applyTheme()
  darkSystem().addEventListener('change', applyTheme)
}
