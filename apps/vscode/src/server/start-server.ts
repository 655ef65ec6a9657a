// The server that the extension carries, as a child process. It serves without a runner of its own, since this window has one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as vscode from 'vscode'
import * as z from 'zod'
import type { Log } from '../log/log.ts'
import { openFolders } from '../settings/open-folders.ts'
import { findNode } from './find-node.ts'

const { t } = vscode.l10n
const START_MILLISECONDS = 30_000
const LOOK_MILLISECONDS = 100

const readyFileSchema = z.object({ url: z.url(), tokens: z.object({ operator: z.string() }) })

export interface StartedServer extends AsyncDisposable {
  readonly url: string
  /** Confirms this window's own request for access: whoever started the server is the person. */
  readonly operatorToken: string
  readonly ended: Promise<void>
}

export const carriesServer = (extension: vscode.Uri): boolean => existsSync(programOf(extension))

const programOf = (extension: vscode.Uri): string => vscode.Uri.joinPath(extension, 'command', 'countersign.mjs').fsPath

export interface ServerPlace {
  readonly extension: vscode.Uri
  readonly workspace: string
  /** 0 for any free one. */
  readonly port: number
}

export async function startServer({ extension, workspace, port }: ServerPlace, log: Log): Promise<StartedServer> {
  const program = programOf(extension)
  if (!existsSync(program))
    throw new Error(t('This build of the extension carries no server. Install the command and run: countersign serve'))
  const node = await findNode(openFolders())
  if (!node) throw new Error(t('The server needs Node 24 or later. Install it, and try again.'))
  const folder = await mkdtemp(join(tmpdir(), 'countersign-start-'))
  const readyFile = join(folder, 'ready.json')
  try {
    const args = [program, 'serve', '--workspace', workspace, '--port', `${port}`, '--no-runner', '--ready-file', readyFile]
    const child = spawn(node.path, args, { env: node.environment, stdio: ['ignore', 'pipe', 'pipe'] })
    const errors = followLines(child, log)
    const ended = once(child, 'close').then(() => undefined)
    const { url, tokens } = await untilReady(readyFile, child, errors)
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { url, operatorToken: tokens.operator, ended, [Symbol.asyncDispose]: stop }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Both outputs go to the log, but for the link that signs in; the last errors are returned. */
function followLines(child: ChildProcess, log: Log): readonly string[] {
  const errors: string[] = []
  if (child.stderr)
    createInterface(child.stderr).on('line', (line) => {
      errors.push(line)
      log.info({}, `server: ${line}`)
    })
  child.stdout?.resume()
  return errors
}

async function untilReady(file: string, child: ChildProcess, errors: readonly string[]): Promise<z.infer<typeof readyFileSchema>> {
  for (let left = START_MILLISECONDS; left > 0; left -= LOOK_MILLISECONDS) {
    if (existsSync(file)) return readyFileSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    if (child.exitCode !== null) throw new Error(errors.slice(-3).join('\n') || t('The server ended at once.'))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS))
  }
  child.kill('SIGKILL')
  throw new Error(t('The server did not start in time. The log says more.'))
}
