// A process of the benchmark: started with a channel, asked over it, ended by its own id.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const STOP_MILLISECONDS = 5_000
const ANSWER_MILLISECONDS = 180_000
const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url))

export interface ChildOptions {
  /** The script and its arguments. */
  readonly command: readonly string[]
  readonly nodeOptions?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export interface Child extends AsyncDisposable {
  readonly pid: number
  /** What the child sent when it was ready; never resolves if it sends nothing. */
  readonly ready: Promise<unknown>
  ask<T>(verb: string, detail?: unknown): Promise<T>
}

interface Message {
  readonly ready?: unknown
  readonly id?: number
  readonly value?: unknown
  readonly error?: string
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

export function startChild({ command, nodeOptions = [], environment = {} }: ChildOptions): Child {
  const child = spawn(process.execPath, ['--expose-gc', '--import', PROBE, ...nodeOptions, ...command], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
  const waiting = new Map<number, Waiting>()
  const ready = Promise.withResolvers<unknown>()
  const fail = (error: Error) => {
    ready.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  ready.promise.catch(() => undefined)
  child.on('error', fail)
  child.on('exit', (code, signal) => fail(new Error(`${command[0]} ended with ${signal ?? code}`)))
  child.on('message', (message: Message) => ('ready' in message ? ready.resolve(message.ready) : answer(waiting, message)))
  return {
    pid: child.pid ?? -1,
    ready: ready.promise,
    ask: (verb, detail) => ask(child, waiting, { verb, detail }),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

function answer(waiting: Map<number, Waiting>, { id = 0, value, error }: Message): void {
  const asked = waiting.get(id)
  waiting.delete(id)
  if (error === undefined) asked?.resolve(value as never)
  else asked?.reject(new Error(error))
}

let questions = 0

function ask<T>(child: ChildProcess, waiting: Map<number, Waiting>, question: { verb: string; detail: unknown }): Promise<T> {
  const id = ++questions
  return new Promise<T>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`No answer to ${question.verb} from ${child.spawnargs.at(-1)}`)), ANSWER_MILLISECONDS)
    const settle = (finish: () => void) => {
      clearTimeout(limit)
      finish()
    }
    waiting.set(id, { resolve: (value) => settle(() => resolve(value)), reject: (error) => settle(() => reject(error)) })
    child.send({ id, ...question })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
  await ended
  clearTimeout(limit)
}
