// The folder to serve: the given one, a sample, or the current folder.
import { UsageError } from '../terminal/report-error.ts'
import { checkWorkspace } from './check-workspace.ts'
import { makeSampleWorkspace, usualSampleFolder } from './sample-workspace.ts'

export interface WorkspaceChoice {
  readonly workspace?: string
  readonly sample?: string | true
  /** Without one, the server serves no folder itself unless it is named. */
  readonly runner: boolean
  readonly secretFile?: string
  readonly jwksUrl?: string
}

/** Its real path; undefined if the server runs without its own workspace. */
export async function chooseWorkspace(choice: WorkspaceChoice, dataDir: string): Promise<string | undefined> {
  const { workspace, sample } = choice
  if (workspace && sample) throw new UsageError('--workspace and --sample exclude each other')
  const folder = sample ? await makeSampleWorkspace(sample === true ? usualSampleFolder(dataDir) : sample) : (workspace ?? current(choice))
  return folder && checkWorkspace(folder, { dataDir })
}

/** A server with another issuer of tokens has no runner of its own. */
const current = ({ runner, secretFile, jwksUrl }: WorkspaceChoice): string | undefined =>
  runner && !secretFile && !jwksUrl ? process.cwd() : undefined
