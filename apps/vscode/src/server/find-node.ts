// A Node that can run the server: the one of the extension host, or the one on the PATH.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { lookUp } from './look-up.ts'

const LEAST_MAJOR = 24

export interface FoundNode {
  readonly path: string
  readonly environment: NodeJS.ProcessEnv
}

/** `folders` are those of the window: nothing in them is started. */
export async function findNode(folders: readonly string[]): Promise<FoundNode | undefined> {
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env
  const own = process.versions.electron ? { ...environment, ELECTRON_RUN_AS_NODE: '1' } : environment
  const onPath = lookUp('node', { path: environment.PATH ?? '', folders }).map((path) => ({ path, environment }))
  for (const candidate of [{ path: process.execPath, environment: own }, ...onPath]) if (await isNewEnough(candidate)) return candidate
  return undefined
}

async function isNewEnough({ path, environment }: FoundNode): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { env: environment, timeout: 10_000 })
    return Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) >= LEAST_MAJOR
  } catch {
    // Not there, or not to be started: the next one is tried.
    return false
  }
}
