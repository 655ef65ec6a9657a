// The folder that a person named as the workspace, by its real path; why it cannot be one is told in words for a person.
import { Failure } from '@countersign/protocol'
import { checkWorkspaceRoot, type RootFacts } from '@countersign/runner/workspace-root'
import { UsageError } from '../terminal/report-error.ts'

export function checkWorkspace(folder: string, facts?: RootFacts): string {
  try {
    return checkWorkspaceRoot(folder, facts)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new UsageError(`${problemOf(error, folder)}\nName the folder of one project: --workspace ~/code/thing`, { cause: error })
  }
}

/** The sentences of the codes speak to an agent about its files. */
function problemOf({ code, message }: Failure, folder: string): string {
  if (code === 'FILE_NOT_FOUND') return `there is no folder ${folder}`
  return code === 'INVALID_PATH' ? message.replace(/^[^:]*: /, '') : message
}
