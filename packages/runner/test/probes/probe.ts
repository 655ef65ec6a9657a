// What a probe is: a line of shell that tries to get out, and how one sees from outside that it did not.
import type { Risk } from '@countersign/protocol'

/** What lies around the sandbox, made for every run by the very user who runs it. */
export interface Scene {
  readonly root: string
  /** A file beside the workspace, of the same user. */
  readonly secretFile: string
  /** A file that another user made and everybody may read. */
  readonly othersFile: string
  readonly home: string
  readonly tcpPort: number
  readonly udpPort: number
  readonly abstractName: string
  readonly socketPath: string
  /** A process outside, with a secret in its environment. */
  readonly sleeperPid: number
  readonly quarantineDir: string
  datagrams(): number
  isSleeperAlive(): boolean
}

export interface Outcome {
  readonly stdout: string
  readonly stderr: string
}

export interface Probe {
  readonly title: string
  /** Prints REACHED, or a secret, where it gets what it must not get. */
  readonly line: (scene: Scene) => string
  readonly risk?: Risk
  /** A line of an approved command that ended before this one begins. */
  readonly first?: string
  /** It runs until it is ended. */
  readonly endsByTime?: true
  /** Goes on outside while the line runs. */
  readonly meanwhile?: (scene: Scene) => Disposable
  /** In words, what is wrong outside afterwards. */
  readonly after?: (scene: Scene, outcome: Outcome) => string | undefined | Promise<string | undefined>
  /** Without a sandbox it reaches what it wants, so that it is the sandbox which holds it. */
  readonly reachesBare?: true
}

export const SECRET = 'TOP-SECRET-7431'

export const sayIfDone = (line: string): string => `( ${line} ) >/dev/null 2>&1 && echo REACHED`

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Python that gets through to its end has reached what it wanted. */
export const python = (code: string): string => sayIfDone(`timeout 5 python3 -c ${quote(code)}`)

/** Python that says itself what it reached. */
export const pythonSays = (code: string): string => `timeout 5 python3 -c ${quote(code)}`
