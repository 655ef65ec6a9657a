// The real path of the folder given as the workspace, or an error for the person that says why it cannot be one.
import { homedir } from 'node:os'

import { Failure } from '@countersign/protocol'
import { checkWorkspaceRoot, type RootFacts } from '@countersign/runner/workspace-root'
import { UsageError } from '../terminal/report-error.ts'

export function checkWorkspace(folder: string, facts: Pick<RootFacts, 'dataDir'> = {}): string {
  try {
    return checkWorkspaceRoot(folder, { ...facts, home: homedir() })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new UsageError(`${problemOf(error, folder)}\nName the folder of one project: --workspace ~/code/thing`, { cause: error })
  }
}

/** The registry's sentences address an agent; these address the person. */
function problemOf({ code, message }: Failure, folder: string): string {
  if (code === 'FILE_NOT_FOUND') return `there is no folder ${folder}`
  return code === 'INVALID_PATH' ? message.replace(/^[^:]*: /, '') : message
}
