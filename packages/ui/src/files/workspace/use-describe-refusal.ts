// Describes a refusal for the person in the editor.
import { useTranslation } from 'react-i18next'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import type { Refusal } from './workspace-tools.ts'

const KNOWN = [
  'SENSITIVE_FILE',
  'FILE_NOT_FOUND',
  'FILE_TOO_LARGE',
  'FILE_CHANGED',
  'PERMISSION_DENIED',
  'INVALID_PATH',
  'PATH_OUTSIDE_WORKSPACE',
  'ENCODING_ERROR',
  'RUNNER_OFFLINE',
  'RUNNER_LOST',
  'UNREACHABLE',
  'POLICY_DENIED',
] as const

export function useDescribeRefusal(): (refusal: Refusal) => string {
  const { t } = useTranslation()
  const render = useRenderSentence()
  return ({ code, error, form }) => {
    const known = KNOWN.find((one) => one === code)
    return known ? t(`files.refusals.${known}`) : t('files.refusals.other', { error: render(error, form) || code })
  }
}
