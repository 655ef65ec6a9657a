// Which names of a watched folder are spoken of, and which folders are worth a watch.
import { checkPath } from '@countersign/policy'
import { isTemporaryName } from '../changes/staging/stage-file.ts'
import type { IgnoreStack } from '../disk/walk/ignore-stack.ts'
import type { NameTest } from '../disk/walk/name-test.ts'

export interface FolderRules {
  readonly isSecret: NameTest
  readonly ignored: IgnoreStack
}

/** Large, made by programs, and of no interest to whoever looks at a tree; mostly ignored anyway. */
const HEAVY = new Set(['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.venv'])

export const isWatchedFolder = ({ isSecret, ignored }: FolderRules, name: string): boolean =>
  !HEAVY.has(name) && !isSecret(name) && isUsable(name) && !ignored.ignores(name, true)

/** That an ignored file came or went shows in a tree; what a program writes into it all day does not. */
export const isToldName = ({ isSecret, ignored }: FolderRules, name: string, cameOrWent: boolean): boolean =>
  !isSecret(name) && !isTemporaryName(name) && isUsable(name) && (cameOrWent || !ignored.ignores(name, false))

/** No tool would take a path with control or invisible characters. */
const isUsable = (name: string): boolean => !('refusal' in checkPath(name))
