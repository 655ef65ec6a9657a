// From the options of the command line to those of the server.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createModel } from '@countersign/agent'
import { LIMITS, type Mode } from '@countersign/protocol'
import type { ServerOptions } from '@countersign/server'
import { configuredModels } from './models/read-models.ts'
import { PAGE_FOLDER } from './page-folder.ts'

export interface ServeOptions {
  readonly workspace?: string
  readonly sample?: string | true
  readonly host: string
  readonly port: number
  readonly data?: string
  readonly readyFile?: string
  readonly adminToken?: boolean
  readonly runner: boolean
  readonly mode?: Mode
  readonly policy?: string
  readonly rules?: string
  readonly models?: string
  readonly approvalSeconds?: number
  readonly runnerWaitSeconds?: number
  readonly mcpWaitSeconds?: number
  readonly leaseSeconds?: number
  readonly callsPerSecond?: number
  readonly allowOperatorCalls?: boolean
  readonly secretFile?: string
  readonly jwksUrl?: string
  readonly logLevel: string
}

export async function serverOptions(
  options: ServeOptions,
  dataDir: string,
  workspace: { path: string; id: string } | undefined,
): Promise<ServerOptions> {
  const { approvalSeconds: approval, runnerWaitSeconds: runnerWait, leaseSeconds: lease, callsPerSecond } = options
  return {
    dataDir,
    host: options.host,
    port: options.port,
    logLevel: options.logLevel,
    pageFolder: PAGE_FOLDER,
    models: configuredModels({ given: options.models, data: dataDir, workspace: workspace?.path }).map((settings) => createModel(settings)),
    settings: {
      ...(approval && { approval_seconds: { MEDIUM: approval, HIGH: approval }, question_seconds: approval }),
      ...(runnerWait && { runner_wait_seconds: runnerWait }),
      ...(options.mcpWaitSeconds && { mcp_wait_seconds: options.mcpWaitSeconds }),
      ...(lease && { lease_seconds: lease }),
      ...(callsPerSecond && { calls_per_second: callsPerSecond, call_burst: Math.max(LIMITS.callBurst, callsPerSecond) }),
      ...(options.mode && { default_mode: options.mode }),
      ...(options.allowOperatorCalls && { allow_operator_calls: true }),
    },
    ...(workspace && { workspaceId: workspace.id, name: basename(workspace.path) }),
    ...(options.secretFile && { auth: { secret: (await readFile(options.secretFile, 'utf8')).trim() } }),
    ...(options.jwksUrl && { auth: { jwksUrl: options.jwksUrl } }),
  }
}
