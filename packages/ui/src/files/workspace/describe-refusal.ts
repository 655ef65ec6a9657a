// What a refusal means for the person in front of the editor.
import type { TFunction } from 'i18next'
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

export function describeRefusal(t: TFunction, { code, error }: Pick<Refusal, 'code' | 'error'>): string {
  const known = KNOWN.find((one) => one === code)
  return known ? t(`files.refusals.${known}`) : t('files.refusals.other', { error: error || code })
}
