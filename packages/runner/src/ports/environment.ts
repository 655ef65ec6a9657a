// Environment variables as the program around the runner hands them in: the runner reads none by itself, so that two runners in
// one process can have different ones.
import { userInfo } from 'node:os'

export type Environment = Readonly<Record<string, string | undefined>>

/** The folder that `os.tmpdir()` would name, by the environment that was given. */
export function temporaryFolderOf({ TMPDIR, TMP, TEMP }: Environment): string {
  const folder = TMPDIR || TMP || TEMP || '/tmp'
  return folder.length > 1 ? folder.replace(/\/$/, '') : folder
}

export const homeFolderOf = ({ HOME }: Environment): string => HOME || userInfo().homedir
