// --ready-file: connection details for the program that starts a server, with its own tokens for 12 hours.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writePrivately } from '@countersign/runner/local-server'
import type { LocalAccess } from '@countersign/server'
import { UsageError } from '../terminal/report-error.ts'
import { isInside } from '../workspace/is-inside.ts'

export interface ReadyFile {
  readonly url: string
  readonly project_id: string
  readonly pid: number
  readonly runner_pid?: number
  readonly tokens: { readonly operator: string; readonly agent: string; readonly runner: string; readonly admin?: string }
}

export interface ReadyFileOptions {
  readonly readyFile?: string
  readonly adminToken?: boolean
}

/** The file contains an operator's token, which an agent could read in the workspace. */
export function checkReadyFile({ readyFile, adminToken }: ReadyFileOptions, workspace: string | undefined): void {
  if (adminToken && !readyFile) throw new UsageError('--admin-token adds a token to the ready file: name one with --ready-file FILE')
  if (!readyFile) return
  const folder = dirname(resolve(readyFile))
  if (!existsSync(folder)) throw new UsageError(`--ready-file: there is no folder ${folder}`)
  if (workspace && isInside(folder, realpathSync(workspace)))
    throw new UsageError(`--ready-file: ${readyFile} lies in the workspace, where agents can reach it. Name another place.`)
}

export interface ReadyFacts {
  readonly url: string
  readonly local: LocalAccess
  readonly runnerPid: number | undefined
}

export async function writeReadyFile(options: ReadyFileOptions, { url, local, runnerPid }: ReadyFacts): Promise<void> {
  if (!options.readyFile) return
  const { projectId, token } = local
  const ready: ReadyFile = {
    url,
    project_id: projectId,
    pid: process.pid,
    ...(runnerPid !== undefined && { runner_pid: runnerPid }),
    tokens: {
      operator: token('operator'),
      agent: token('agent'),
      runner: token('runner'),
      ...(options.adminToken && { admin: token('admin') }),
    },
  }
  await writePrivately(resolve(options.readyFile), ready)
}
