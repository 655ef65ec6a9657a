// The same word has a different meaning in a Windows shell: `..\..\x` leaves the folder there, `%APPDATA%` names a folder. bash drops the
// backslash and sees a harmless name; a line that would leave the workspace in either interpretation is refused.
import { sentence } from '@countersign/protocol'
import { suspectPath } from '../../path/index.ts'
import { type Refusal, refusal } from '../../risk/index.ts'

const VARIABLE =
  /%(?:APPDATA|LOCALAPPDATA|USERPROFILE|HOMEPATH|HOMEDRIVE|HOME|SYSTEMROOT|SYSTEMDRIVE|WINDIR|TEMP|TMP|PROGRAM(?:FILES|DATA|W6432)(?:\(X86\))?|PUBLIC|ALLUSERSPROFILE|COMSPEC|COMMONPROGRAMFILES|PATH|ONEDRIVE|CD)%/i

/** A backslash between two names, or two at the beginning; `\;` and `\(` are escapes of bash. */
const BACKSLASH_PATH = /^\\\\[\w?.]|[\w.:]\\[\w.]/

export function suspectWindowsWord(raw: string): Refusal | undefined {
  if (VARIABLE.test(raw)) return refusal('PATH_OUTSIDE_WORKSPACE', raw, sentence('advice.windows-variable'))
  return /["'\n]/.test(raw) || !BACKSLASH_PATH.test(raw) ? undefined : suspectPath(raw)
}
