// How a call ended that had been given up as lost, in a sentence.
import type { LateResultView } from '@countersign/protocol'
import type { TFunction } from 'i18next'
import { safeProse } from '../shared/text/safe-text.ts'

export const describeLateResult = ({ status, error }: LateResultView, t: TFunction): string =>
  status === 'completed' ? t('chat.lateDone') : t('chat.lateFailed', { error: safeProse(error ?? '') })
