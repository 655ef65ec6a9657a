// The folder to serve: the given one, or a sample.
import { UsageError } from '../terminal/report-error.ts'
import { checkWorkspace } from './check-workspace.ts'
import { makeSampleWorkspace, usualSampleFolder } from './sample-workspace.ts'

export interface WorkspaceChoice {
  readonly workspace?: string
  readonly sample?: string | true
}

/** Its real path; undefined if the server runs without its own workspace. */
export async function chooseWorkspace({ workspace, sample }: WorkspaceChoice, dataDir: string): Promise<string | undefined> {
  if (workspace && sample) throw new UsageError('--workspace and --sample exclude each other')
  const folder = sample ? await makeSampleWorkspace(sample === true ? usualSampleFolder(dataDir) : sample) : workspace
  return folder && checkWorkspace(folder, { dataDir })
}
