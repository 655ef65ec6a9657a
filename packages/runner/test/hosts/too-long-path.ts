// A path that no program can open by its name, as a loop of mkdir and cd makes it.
import { execFileSync } from 'node:child_process'

export const LOOP = (name: string): string => `for i in $(seq 40); do mkdir ${name} && cd ${name} || exit 1; done`

export const makeTooLong = (folder: string, name: string): void => {
  execFileSync('/bin/bash', ['-c', LOOP(name)], { cwd: folder })
}

/** Node cannot remove it. */
export const removeTooLong = (folder: string, name: string): void => {
  execFileSync('/bin/rm', ['-rf', name], { cwd: folder })
}
