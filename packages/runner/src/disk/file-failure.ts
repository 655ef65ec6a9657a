// What the operating system says, as a failure that an agent and an operator understand. Anything that is not listed is a defect.
import { printableSubject, type Refused } from '@countersign/policy'
import { type ErrorCode, Failure, inEnglish, type PlainFormName, type Sentence, sentence } from '@countersign/protocol'

const MEANINGS: Record<string, { readonly code: ErrorCode; readonly words?: PlainFormName }> = {
  ENOENT: { code: 'FILE_NOT_FOUND' },
  ENOTDIR: { code: 'INVALID_PATH', words: 'file.way-not-folder' },
  EISDIR: { code: 'INVALID_PATH', words: 'file.is-folder' },
  ELOOP: { code: 'INVALID_PATH', words: 'file.links-in-circle' },
  ENAMETOOLONG: { code: 'INVALID_PATH', words: 'file.name-too-long' },
  ENXIO: { code: 'INVALID_PATH', words: 'file.not-file' },
  EINVAL: { code: 'INVALID_PATH', words: 'file.disk-refuses-name' },
  EILSEQ: { code: 'INVALID_PATH', words: 'file.disk-refuses-name' },
  EACCES: { code: 'PERMISSION_DENIED' },
  EPERM: { code: 'PERMISSION_DENIED' },
  EBUSY: { code: 'PERMISSION_DENIED', words: 'file.in-use' },
  EEXIST: { code: 'FILE_CHANGED', words: 'file.name-taken' },
  ENOTEMPTY: { code: 'FILE_CHANGED', words: 'file.name-taken' },
  EXDEV: { code: 'INVALID_PATH', words: 'file.two-disks' },
  ETXTBSY: { code: 'PERMISSION_DENIED', words: 'file.being-run' },
  EROFS: { code: 'PERMISSION_DENIED', words: 'file.read-only-disk' },
  ENOSPC: { code: 'STORAGE', words: 'file.no-space' },
  EDQUOT: { code: 'STORAGE', words: 'file.quota' },
  EFBIG: { code: 'FILE_TOO_LARGE', words: 'file.too-large-for-disk' },
}

export const errnoOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** A disk on which a file has one name only. */
export const hasNoLinks = (error: unknown): boolean => ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(errnoOf(error) ?? '')

export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT'

/** A Failure stays as it is; a defect is handed back unchanged, so that it is logged with its own stack. */
export function fileFailure(error: unknown, path: string | Sentence): unknown {
  const meaning = error instanceof Failure ? undefined : MEANINGS[errnoOf(error) ?? '']
  return meaning ? failureAt(meaning.code, path, meaning.words, error) : error
}

/** `why` follows the path in brackets. */
export function failureAt(code: ErrorCode, path: string | Sentence, why?: PlainFormName | Sentence, cause?: unknown): Failure {
  const [shown, name] = typeof path === 'string' ? [printableSubject(path), path] : [path, inEnglish(path)]
  const subject = why ? sentence('subject.with-why', { subject: shown, why: typeof why === 'string' ? sentence(why) : why }) : shown
  return new Failure(code, { subject, path: name }, { cause })
}

/** The refusal has the whole sentence already, which may begin otherwise than its code ("File type not allowed"). */
export const refusalFailure = ({ refusal }: Refused): Failure => new Failure(refusal.code, {}, { message: refusal.messageForm })
