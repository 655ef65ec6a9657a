// Describes the late outcome of a call that was recorded as lost.
import type { LateResultView } from '@countersign/protocol'
import type { TFunction } from 'i18next'
import { safeProse } from '../shared/text/safe-text.ts'

export const describeLateResult = ({ status, error }: LateResultView, t: TFunction): string =>
  status === 'completed' ? t('chat.lateDone') : t('chat.lateFailed', { error: safeProse(error ?? '') })
