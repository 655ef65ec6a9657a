// Git's secrets in one workspace, with the git and the sandbox of this machine.
import { gitNamesIn } from '../../../commands/sandboxed-command.ts'
import type { Logger } from '../../../ports/logger.ts'
import type { Toolchains } from '../../../programs/toolchains.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { BareCopyPorts } from '../bare-copy/open-bare-copy.ts'
import { createReadSettings, createRunGit } from '../bare-copy/run-git.ts'
import { createGitSecrets, type GitSecrets, UNKNOWN_SECRETS } from './git-secrets.ts'

export interface GitSecretsPlace extends Pick<BareCopyPorts, 'temporaryDir'> {
  readonly root: string
  readonly sandbox: Sandbox
  readonly toolchains: Toolchains
  readonly logger: Logger
}

export interface OpenedGitSecrets extends Pick<BareCopyPorts, 'readSettings'> {
  readonly gitSecrets: GitSecrets
}

export function openGitSecrets({ root, sandbox, toolchains, temporaryDir, logger }: GitSecretsPlace): OpenedGitSecrets {
  const stopping = new AbortController()
  const run = createRunGit({ sandbox, toolchains, signal: stopping.signal })
  const readSettings = createReadSettings(run)
  if (sandbox.isolation === 'none') return { readSettings, gitSecrets: UNKNOWN_SECRETS }
  const gitNames = async () => gitNamesIn(await sandbox.hiddenInTurns(root))
  const stop = () => stopping.abort()
  return { readSettings, gitSecrets: createGitSecrets({ root, temporaryDir, readSettings, gitNames, run, stop, logger }) }
}
