// countersign runner --stdio: calls come from the parent process, line by line.
import { join } from 'node:path'
import { Failure } from '@countersign/protocol'
import { faultsFromEnvironment, runOnStdio } from '@countersign/runner'
import { dataFolder } from '@countersign/runner/local-server'
import { openStandardOutput } from '@countersign/runner/node'
import { workspaceIdOf } from '@countersign/runner/workspace-root'
import { createNodeParts } from '../../runner-parts/node-parts.ts'
import { stderrLogger } from '../../terminal/logger.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { checkWorkspace } from '../../workspace/check-workspace.ts'
import type { RunnerOptions } from './runner-options.ts'

export async function runnerOnStdio(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  if (options.server || options.tokenFile || options.untilStdinEnds)
    throw new UsageError('--stdio takes its calls from standard input: it excludes --server, --token-file and --until-stdin-ends')
  // This runner needs none, and its commands should not find one.
  delete process.env.COUNTERSIGN_TOKEN
  const workspace = checkWorkspace(options.workspace)
  const dataDir = dataFolder(options.data ?? join(dataFolder(undefined), 'stdio', workspaceIdOf(workspace)))
  const seconds = options.approvalSeconds
  try {
    await runOnStdio({
      ...createNodeParts(),
      workspace: checkWorkspace(workspace, { dataDir }),
      dataDir,
      mode: options.approve,
      judgeMode: options.mode,
      logger: stderrLogger(options.logLevel),
      rulesFile: options.rules,
      input: process.stdin,
      output: openStandardOutput(),
      signal,
      approvalSeconds: seconds === undefined ? undefined : { MEDIUM: seconds, HIGH: seconds, question: seconds },
      faults: faultsFromEnvironment(process.env),
    })
  } catch (error) {
    throw isLocked(error) ? new UsageError(alreadyThere(workspace, dataDir), { cause: error }) : error
  }
}

const isLocked = (error: unknown): boolean => error instanceof Failure && error.details.lock !== undefined

const alreadyThere = (workspace: string, dataDir: string): string =>
  `another runner works in ${workspace} already\nEnd it first; or give this one a data folder of its own with --data DIR (theirs is ${dataDir})`
