// The language of a file, by its name. Each language is a separate chunk, loaded with the first such file.
import { LanguageDescription, type LanguageSupport } from '@codemirror/language'
import { languages } from '@codemirror/language-data'

const ALIKE: Readonly<Record<string, string>> = { mts: 'a.ts', cts: 'a.ts', jsonc: 'a.json', json5: 'a.json', mdx: 'a.md', env: 'a.sh' }

function find(name: string): LanguageDescription | null {
  const known = ALIKE[name.slice(name.lastIndexOf('.') + 1)]
  return LanguageDescription.matchFilename(languages, known ?? name)
}

export const languageName = (name: string): string | undefined => find(name)?.name

/** Undefined for plain text. */
export async function loadLanguage(name: string): Promise<LanguageSupport | undefined> {
  return find(name)?.load()
}
