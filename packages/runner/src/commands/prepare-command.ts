// Prepares a command for the machine that it runs on: sandboxed, or bare where there is no sandbox; and what is said where that fails.
import { printable } from '@countersign/policy'
import { Failure, LIMITS, MEGABYTE, noteLine, type Sentence, sentence } from '@countersign/protocol'
import type { ProgramEnd } from '../programs/run-program.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { wasStarted } from '../sandbox/sandboxed-start.ts'
import { prepareBareCommand } from './bare-command.ts'
import type { CommandCall, CommandPlace, PreparedCommand } from './prepared-command.ts'
import { prepareSandboxedCommand } from './sandboxed-command.ts'

export const prepareCommand = (place: CommandPlace, sandbox: Sandbox, call: CommandCall): Promise<PreparedCommand> =>
  sandbox.isolation === 'sandbox' ? prepareSandboxedCommand(place, sandbox, call) : prepareBareCommand(place, call)

/** Bubblewrap says by its own exit code that it gave up; one that was killed may have run the command, which must not run twice. */
export const wasNotBuilt = ({ why, exitCode, status }: Pick<ProgramEnd, 'why' | 'exitCode' | 'status'>): boolean =>
  why === 'ended' && exitCode === 1 && !wasStarted(status)

/** A script that goes on changing the tree can bring this about. */
export function failToStart(command: string | Sentence): never {
  const name = typeof command === 'string' ? printable(command) : command
  throw new Failure('FILE_CHANGED', { subject: sentence('sandbox.not-built', { command: name }) })
}

/** The folder is emptied when no command of the session uses it any more. */
export function describeFull(wasEnded: boolean): string {
  const limits = { folder: '/tmp', size: LIMITS.maxSessionFolderBytes / MEGABYTE, entries: LIMITS.maxSessionFolderEntries }
  return noteLine(wasEnded ? sentence('note.folder-full-ended', limits) : sentence('note.folder-full', limits))
}

export const TOO_MANY = noteLine(sentence('note.too-many-processes'))
