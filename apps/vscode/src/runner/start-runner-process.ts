// Starts the runner as a child process and answers what it asks of the editor.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Editor, OpenBuffers } from '@countersign/runner'
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import { findNode } from '../server/find-node.ts'
import { openFolders } from '../settings/open-folders.ts'
import { type FromRunner, parseFromRunner, type Question, type RunnerStart, type ToRunner } from './runner-messages.ts'
import type { HostRunner } from './running.ts'

const { t } = vscode.l10n

export interface RunnerProcessOptions {
  readonly start: Omit<RunnerStart, 'token'>
  readonly token: () => string
  readonly editor: Editor
  readonly buffers: OpenBuffers
  readonly isReadOnly: () => boolean
  readonly log: Log
}

const TOKEN_MILLISECONDS = 60_000

export async function startRunnerProcess(options: RunnerProcessOptions): Promise<HostRunner> {
  const { start, token, buffers, isReadOnly, log } = options
  const node = await findNode(openFolders())
  if (!node) throw new Error(t('Tools need Node 24 or later. Install it, and reload the window.'))
  const child = fork(join(start.extension, 'runner-process.cjs'), {
    execPath: node.path,
    env: node.environment,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const tell = (message: ToRunner) => void (child.connected && child.send(message))
  const sendBuffers = () => tell({ type: 'BUFFERS', buffers: unsavedOf(buffers) })
  const announce = () => tell({ type: 'TRUST', isReadOnly: isReadOnly() })
  const started = answerAll(child, options, tell)
  const watching = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(sendBuffers),
    vscode.workspace.onDidSaveTextDocument(sendBuffers),
    vscode.workspace.onDidCloseTextDocument(sendBuffers),
    renewToken(token, tell),
  )
  const stopped = once(child, 'exit').then(() => watching.dispose())
  announce()
  sendBuffers()
  tell({ type: 'START', start: { ...start, token: token() } })
  await Promise.race([started, stopped.then(() => Promise.reject(new Error(t('The runner ended at once. The log says more.'))))])
  log.info({ pid: child.pid }, 'the runner is a process of its own')
  const stop = async () => {
    tell({ type: 'STOP' })
    await stopped
  }
  return { announce, stopped, [Symbol.asyncDispose]: stop }
}

const unsavedOf = (buffers: OpenBuffers) =>
  buffers.unsavedPaths().flatMap((path) => {
    const unsaved = buffers.unsaved(path)
    return unsaved ? [{ path, ...unsaved }] : []
  })

/** The token is renewed here; the runner hears of it long before the old one ends. */
function renewToken(token: () => string, tell: (message: ToRunner) => void): vscode.Disposable {
  const timer = setInterval(() => tell({ type: 'TOKEN', token: token() }), TOKEN_MILLISECONDS)
  return { dispose: () => clearInterval(timer) }
}

/** Resolves when the runner has begun; rejects with why it could not. */
function answerAll(child: ChildProcess, options: RunnerProcessOptions, tell: (message: ToRunner) => void): Promise<void> {
  const { resolve, reject, promise } = Promise.withResolvers<void>()
  const receive = (message: FromRunner): void => {
    if (message.type === 'LOG') options.log[message.level](message.fields, message.message)
    if (message.type === 'STARTED') resolve()
    if (message.type === 'FAILED') reject(new Error(message.message))
    if (message.type === 'ASK') void answer(options, message.question).then((reply) => tell({ type: 'ANSWER', id: message.id, ...reply }))
  }
  child.on('message', (value) => {
    const message = parseFromRunner(value)
    if (message) receive(message)
  })
  child.on('error', reject)
  return promise
}

async function answer({ editor, buffers }: RunnerProcessOptions, question: Question): Promise<{ answer?: unknown; error?: string }> {
  const { signal } = new AbortController()
  try {
    switch (question.method) {
      case 'diagnostics':
        return { answer: await editor.diagnostics(question.path, signal) }
      case 'symbols':
        return { answer: await editor.symbols(question.path, signal) }
      case 'definition':
      case 'references':
        return { answer: await editor[question.method](question.position, signal) }
      case 'edit':
        return { answer: await buffers.edit(question.path, question) }
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
