// The runner as a process of its own, for an extension host whose Node lacks what a runner needs. The extension hands in the editor over
// the channel to its parent; the runner ends with it.
import type { Editor, Logger, OpenBuffers, RunningRunner } from '@countersign/runner'
import { startRunner } from '@countersign/runner'
import { createHostParts } from './host-parts.ts'
import { type FromRunner, parseToRunner, type Question, type RunnerStart, type ToRunner } from './runner-messages.ts'

type Buffers = Extract<ToRunner, { type: 'BUFFERS' }>['buffers']

const send = (message: FromRunner) => void process.send?.(message)
const questions = new Map<number, PromiseWithResolvers<unknown>>()
let asked = 0
let token = ''
let isReadOnly = true
let buffers: Buffers = []
let runner: RunningRunner | undefined

function ask(question: Question): Promise<unknown> {
  const answer = Promise.withResolvers<unknown>()
  questions.set(++asked, answer)
  send({ type: 'ASK', id: asked, question })
  return answer.promise
}

const askFor = <Answer>(question: Question): Promise<Answer> => ask(question) as Promise<Answer>

const editor: Editor = {
  diagnostics: (path) => askFor({ method: 'diagnostics', ...(path !== undefined && { path }) }),
  symbols: (path) => askFor({ method: 'symbols', path }),
  definition: (position) => askFor({ method: 'definition', position }),
  references: (position) => askFor({ method: 'references', position }),
}

const openBuffers: OpenBuffers = {
  unsavedPaths: () => buffers.map(({ path }) => path),
  unsaved: (path) => buffers.find((buffer) => buffer.path === path),
  edit: (path, edit) => askFor({ method: 'edit', path, ...edit }),
}

const log = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) =>
  send({ type: 'LOG', level, fields: { ...fields }, message })
const logger: Logger = { info: log('info'), warn: log('warn'), error: log('error') }

async function start({ extension, token: first, ...options }: RunnerStart): Promise<void> {
  token = first
  runner = await startRunner({
    ...createHostParts(extension),
    ...options,
    token: () => token,
    logger,
    editor,
    buffers: openBuffers,
    isReadOnly: () => isReadOnly,
  })
  send({ type: 'STARTED' })
  await runner.stopped
}

async function stop(code: number): Promise<void> {
  await runner?.stop()
  process.exit(code)
}

function fail(error: unknown): void {
  send({ type: 'FAILED', message: error instanceof Error ? error.message : String(error) })
  void stop(1)
}

function receive(message: ToRunner): void {
  if (message.type === 'START') start(message.start).then(() => stop(0), fail)
  if (message.type === 'TOKEN') token = message.token
  if (message.type === 'BUFFERS') buffers = message.buffers
  if (message.type === 'STOP') void stop(0)
  if (message.type === 'TRUST') {
    isReadOnly = message.isReadOnly
    runner?.announce()
  }
  if (message.type === 'ANSWER') {
    const question = questions.get(message.id)
    questions.delete(message.id)
    if (message.error === undefined) question?.resolve(message.answer)
    else question?.reject(new Error(message.error))
  }
}

process.on('message', (value) => {
  const message = parseToRunner(value)
  if (message) receive(message)
})
process.on('disconnect', () => void stop(0))
