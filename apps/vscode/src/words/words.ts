// Sentences of the server in the language of the editor.
import { type Catalogue, ENGLISH, renderBeside, type Sentence } from '@countersign/protocol'
import { pageLanguage } from '../panel/webview-html.ts'

export type Words = (text: string, form: Sentence | null | undefined) => string

export async function loadWords(language = pageLanguage()): Promise<Words> {
  const catalogue = await loadCatalogue(language)
  return (text, form) => renderBeside(text, form, catalogue)
}

async function loadCatalogue(language: ReturnType<typeof pageLanguage>): Promise<Catalogue> {
  if (language === 'ru') return (await import('@countersign/protocol/sentence/ru')).RUSSIAN
  if (language === 'zh') return (await import('@countersign/protocol/sentence/zh')).CHINESE
  return ENGLISH
}
