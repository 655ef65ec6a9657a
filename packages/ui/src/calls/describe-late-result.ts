// Describes the late outcome of a call that was recorded as lost.
import type { LateResultView } from '@countersign/protocol'
import type { TFunction } from 'i18next'
import type { Form } from '../sentences/use-render-sentence.ts'
import { safeProse } from '../shared/text/safe-text.ts'

type Render = (text: string, form: Form) => string

export const describeLateResult = ({ status, error = '', error_form }: LateResultView, t: TFunction, render: Render): string =>
  status === 'completed' ? t('chat.lateDone') : t('chat.lateFailed', { error: safeProse(render(error, error_form)) })
