// countersign token: a token of the local server, for a script, another agent or another machine.
import { join } from 'node:path'
import type { Role } from '@countersign/protocol'
import { dataFolder } from '@countersign/runner/local-server'
import { createToken, openKeys } from '@countersign/server'
import { requireTerminal } from '../connection/connect.ts'
import { readConnection } from '../connection/data-folder.ts'
import { printLine } from '../terminal/print.ts'
import { UsageError } from '../terminal/report-error.ts'

export interface TokenOptions {
  readonly role: Role
  readonly user?: string
  readonly agent?: string
  readonly project?: string
  readonly hours: number
  readonly data?: string
}

export async function token(options: TokenOptions): Promise<void> {
  if (!process.env.COUNTERSIGN_OPERATOR_TOKEN) requireTerminal('tokens are made')
  const data = dataFolder(options.data)
  const project = options.project ?? (await readConnection(data))?.project_id
  if (options.role === 'runner' && !project) throw new UsageError('a runner token is for one project: name it with --project ID')
  const keys = await openKeys({ folder: join(data, 'keys') })
  const claims = {
    sub: options.user ?? 'local',
    roles: [options.role],
    ...(project && options.role !== 'admin' && { project }),
    ...(options.agent && { agent: options.agent }),
    seconds: Math.round(options.hours * 3600),
  }
  printLine(createToken(claims, keys.tokenSecret))
}
