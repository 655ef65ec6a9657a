// What the operating system says, as a failure that an agent and an operator understand. Anything that is not listed is a defect.
import { printable, type Refused } from '@countersign/policy'
import { type ErrorCode, Failure } from '@countersign/protocol'

const MEANINGS: Record<string, { readonly code: ErrorCode; readonly words?: string }> = {
  ENOENT: { code: 'FILE_NOT_FOUND' },
  ENOTDIR: { code: 'INVALID_PATH', words: 'a name on the way is not a folder' },
  EISDIR: { code: 'INVALID_PATH', words: 'it is a folder' },
  ELOOP: { code: 'INVALID_PATH', words: 'its links go round in a circle' },
  ENAMETOOLONG: { code: 'INVALID_PATH', words: 'a name is too long for this disk' },
  ENXIO: { code: 'INVALID_PATH', words: 'it is not a file' },
  EINVAL: { code: 'INVALID_PATH', words: 'this disk cannot hold such a name' },
  EILSEQ: { code: 'INVALID_PATH', words: 'this disk cannot hold such a name' },
  EACCES: { code: 'PERMISSION_DENIED' },
  EPERM: { code: 'PERMISSION_DENIED' },
  EBUSY: { code: 'PERMISSION_DENIED', words: 'it is in use, or another disk is mounted in it' },
  EEXIST: { code: 'FILE_CHANGED', words: 'something has that name by now' },
  ENOTEMPTY: { code: 'FILE_CHANGED', words: 'something has that name by now' },
  EXDEV: { code: 'INVALID_PATH', words: 'the two names lie on different disks' },
  ETXTBSY: { code: 'PERMISSION_DENIED', words: 'it is being run' },
  EROFS: { code: 'PERMISSION_DENIED', words: 'this disk is read-only' },
  ENOSPC: { code: 'STORAGE', words: 'no space is left on the disk' },
  EDQUOT: { code: 'STORAGE', words: 'the disk quota is used up' },
  EFBIG: { code: 'FILE_TOO_LARGE', words: 'this disk cannot hold a file of that size' },
}

export const errnoOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** A disk on which a file has one name only. */
export const hasNoLinks = (error: unknown): boolean => ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(errnoOf(error) ?? '')

export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT'

/** A Failure stays as it is; a defect is handed back unchanged, so that it is logged with its own stack. */
export function fileFailure(error: unknown, path: string): unknown {
  const meaning = error instanceof Failure ? undefined : MEANINGS[errnoOf(error) ?? '']
  return meaning ? failureAt(meaning.code, path, meaning.words, error) : error
}

export function failureAt(code: ErrorCode, path: string, words?: string, cause?: unknown): Failure {
  const shown = printable(path)
  return new Failure(code, { subject: words ? `${shown} (${words})` : shown, path }, { cause })
}

/** The refusal has the whole sentence already, which may begin otherwise than its code ("File type not allowed"). */
export const refusalFailure = ({ refusal }: Refused): Failure => new Failure(refusal.code, {}, { message: refusal.messageForm })
