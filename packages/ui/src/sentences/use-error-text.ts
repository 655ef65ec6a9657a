// What went wrong, in the person's language: a refusal by its form, an unreachable server in the page's own words.
import { ServerUnreachable } from '@countersign/client'
import type { Sentence } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useRenderSentence } from './use-render-sentence.ts'

/** An Error, or what a reply says of one. */
export interface ShownError {
  readonly message: string
  readonly messageForm?: Sentence | undefined
}

export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  const render = useRenderSentence()
  return (error) => {
    if (error instanceof ServerUnreachable) return t('shared.unreachable')
    return isShown(error) ? render(error.message, error.messageForm) : String(error)
  }
}

const isShown = (error: unknown): error is ShownError => typeof error === 'object' && error !== null && 'message' in error
