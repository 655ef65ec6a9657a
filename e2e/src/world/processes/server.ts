// `countersign serve` as a process: started, ready, stopped, killed, started again on the same data and port.
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mode } from '@countersign/protocol'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { type Child, startCommand } from './child.ts'

export interface Ready {
  readonly url: string
  readonly project_id: string
  readonly tokens: { readonly operator: string; readonly agent: string; readonly runner: string; readonly admin?: string }
  readonly pid: number
  readonly runner_pid?: number
}

export interface ServeOptions {
  readonly data: string
  readonly workspace: string
  /** Additional options of the command line. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
  /** Most scenarios are about how calls live, and take the narrowest judgement; those about modes choose theirs. */
  readonly mode?: Mode
}

/** A limit, not a measurement: a busy machine starts a browser at the same time. */
const READY_SECONDS = 120

export interface Server extends Child {
  readonly ready: Ready
  readonly port: number
}

export async function startServer({ data, workspace, args = [], env = {}, port = 0, mode = 'strict' }: ServeOptions): Promise<Server> {
  const readyFile = join(data, 'ready.json')
  await rm(readyFile, { force: true })
  const child = startCommand(
    ['serve', '--workspace', workspace, '--data', data, '--port', String(port), '--ready-file', readyFile, '--mode', mode, ...args],
    { env },
  )
  const look = () => {
    if (child.hasEnded) throw new Error(`the server ended: ${child.stderr()}`)
    return existsSync(readyFile) ? readFile(readyFile, 'utf8').then((text) => JSON.parse(text) as Ready) : undefined
  }
  const ready = await eventually('the server to be ready', look, READY_SECONDS)
  return Object.assign(child, { ready, port: Number(new URL(ready.url).port) })
}
