// `countersign runner` as a separate process, connected to a server by a token in its environment.
import { type Child, startCommand } from './child.ts'

export interface RunnerOptions {
  readonly url: string
  readonly token: string
  readonly workspace: string
  readonly data: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

export function startRunner({ url, token, workspace, data, env = {}, args = [] }: RunnerOptions): Child {
  const options = ['runner', '--server', url, '--workspace', workspace, '--data', data, ...args]
  return startCommand(options, { env: { COUNTERSIGN_TOKEN: token, ...env } })
}
