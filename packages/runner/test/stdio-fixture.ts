// A parent with a runner on stdio as its child, on real pipes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApproveMode } from '@countersign/protocol'
import { expect } from 'vitest'
import { testProgram } from '../../../scripts/test-program.ts'
import { makePlace, type Place } from './runner-fixture.ts'

const program = testProgram(new URL('./stdio-process.ts', import.meta.url))

export type Message = Record<string, unknown>

export interface ParentOptions {
  readonly approve?: ApproveMode
  readonly files?: Record<string, string>
  readonly place?: Place
  readonly rules?: string
  readonly environment?: Record<string, string>
}

export interface Parent extends AsyncDisposable {
  readonly child: ChildProcess
  readonly place: Place
  readonly messages: Message[]
  send(...messages: object[]): void
  write(bytes: string | Uint8Array): void
  call(call_id: string, tool_name: string, args: object, more?: object): void
  decide(call_id: string, decision: string, more?: object): void
  /** The results of a call so far. */
  results(call_id: string): Message[]
  questions(call_id: string): Message[]
  errors(): Message[]
  /** Waits for it. */
  result(call_id: string): Promise<Message>
  question(call_id: string, number?: number): Promise<Message>
  stderr(): string
  ended(): Promise<{ readonly code: number | null; readonly signal: string | null }>
  file(path: string): string
  journal(): Message[]
}

const PATIENCE = { timeout: 50_000, interval: 5 }

export function startParent(options: ParentOptions = {}): Parent {
  const place = options.place ?? makePlace(options.files)
  const environment = { WORKSPACE: place.workspace, DATA_DIR: place.dataDir, APPROVE: options.approve ?? 'ask', ...options.environment }
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...environment }, stdio: 'pipe' })
  const exit = once(child, 'exit')
  const messages: Message[] = []
  let stderr = ''
  child.stderr.on('data', (data) => {
    stderr += data
  })
  // A runner that has ended closes its input; the test looks at how it ended.
  child.stdin.on('error', () => undefined)
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop() ?? ''
    messages.push(...lines.map((line) => JSON.parse(line)))
  })
  const of = (type: string, call_id: string) => messages.filter((message) => message.type === type && message.call_id === call_id)
  const parent: Parent = {
    child,
    place,
    messages,
    write: (bytes) => void child.stdin.write(bytes),
    send: (...sent) => void child.stdin.write(sent.map((message) => `${JSON.stringify(message)}\n`).join('')),
    call: (call_id, tool_name, args, more) => parent.send({ type: 'tool_call', call_id, tool_name, args, ...more }),
    decide: (call_id, decision, more) => parent.send({ type: 'hitl_decision', call_id, decision, ...more }),
    results: (call_id) => of('tool_result', call_id),
    questions: (call_id) => of('tool_call', call_id),
    errors: () => messages.filter(({ type }) => type === 'error'),
    async result(call_id) {
      await expect.poll(() => of('tool_result', call_id), PATIENCE).not.toHaveLength(0)
      return of('tool_result', call_id)[0] as Message
    },
    async question(call_id, number = 1) {
      await expect.poll(() => of('tool_call', call_id), PATIENCE).toHaveLength(number)
      return of('tool_call', call_id)[number - 1] as Message
    },
    stderr: () => stderr,
    async ended() {
      const [code, signal] = await exit
      return { code, signal }
    },
    file: (path) => readFileSync(join(place.workspace, path), 'utf8'),
    journal: () =>
      readFileSync(join(place.dataDir, 'journal.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exit
      if (!options.place) place[Symbol.dispose]()
    },
  }
  return parent
}
