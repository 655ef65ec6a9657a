// A runner that a parent starts and talks to: one JSON message per line on its input and output. Puts it together and runs it.
import { randomBytes } from 'node:crypto'
import { addAbortSignal, type Readable, type Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ApproveMode,
  CODELAB_VERSION,
  type CodelabHello,
  checkCodelabVersion,
  Failure,
  LIMITS,
  type Mode,
  noFaults,
  parseCodelabMessage,
  type SessionId,
  sentence,
  uuidv7,
} from '@countersign/protocol'
import { CATALOGUE, usesPort } from '@countersign/tools'
import { NO_SERVER_POLICY } from '../clearance/check-clearance.ts'
import type { Journal } from '../data/journal.ts'
import { findWorkspaceToolchains } from '../disk/workspace-toolchains.ts'

import { cancelled, describeError } from '../execute/results.ts'
import { openRunnerResources, type ResourceOptions } from '../machine/runner-resources.ts'

import { errorFields } from '../ports/logger.ts'
import { createQuestions } from './asking/questions.ts'
import { createReviewedCalls } from './asking/reviewed-calls.ts'
import type { ApprovalSeconds } from './asking/stdio-ports.ts'
import { createStdioCalls, type StdioCalls } from './calls/stdio-calls.ts'
import { createStoredResults } from './calls/stored-results.ts'
import { createMessageWriter, type MessageWriter } from './lines/message-writer.ts'
import { type InputLine, readLines } from './lines/read-lines.ts'

export interface StdioRunnerOptions extends ResourceOptions {
  readonly mode: ApproveMode
  /** How calls are judged; `ask` if left out. There are no layers without a server. */
  readonly judgeMode?: Exclude<Mode, 'rehearse'> | undefined
  readonly input: Readable
  readonly output: Writable
  /** Stops it at once: what runs is cancelled. */
  readonly signal: AbortSignal
  readonly approvalSeconds?: Partial<ApprovalSeconds> | undefined
  /** How long calls that need nothing more may go on when the input has ended. */
  readonly graceMilliseconds?: number | undefined
}

const DEFAULT_SECONDS: ApprovalSeconds = { MEDIUM: 300, HIGH: 600, question: LIMITS.questionSeconds }
const GRACE_MILLISECONDS = 5_000
const CLOSE_MILLISECONDS = 5_000

/** Resolves when the input has ended or the runner was stopped, every call has its result, and no process is left. */
export async function runOnStdio(options: StdioRunnerOptions): Promise<void> {
  await using opening = new AsyncDisposableStack()
  const { mode, input, output, logger, faults = noFaults, clock = Date.now } = options
  const { workspace, ...resources } = await openRunnerResources(opening, options, [])
  forgetExpired(resources.journal, clock())
  const stop = new AbortController()
  options.signal.addEventListener('abort', () => stop.abort(cancelled('cancel.runner-stopped')), { once: true })
  if (options.signal.aborted) stop.abort(cancelled('cancel.runner-stopped'))
  const writer = createMessageWriter(output, (error) => {
    logger.warn(errorFields(error), 'nobody reads the messages any more')
    stop.abort(cancelled('cancel.nobody-reads'))
  })
  const sendError = (error: unknown, call_id?: string): void => {
    const described = describeError(error, logger, { call_id })
    writer.send({
      type: 'error',
      error: { code: described.error_code, message: described.error },
      ...(call_id !== undefined && { call_id }),
    })
  }
  const questions = createQuestions({ clock, onOpened: () => calls.signalRoom() })
  const reviewed = createReviewedCalls(clock)
  const approvalSeconds = { ...DEFAULT_SECONDS, ...options.approvalSeconds }
  const session = uuidv7<SessionId>(clock(), randomBytes(10))
  const policy = { ...NO_SERVER_POLICY, toolchains: findWorkspaceToolchains(workspace) }
  const judgedBy = { mode: options.judgeMode ?? 'ask', policy }
  const ports = {
    ...resources,
    session,
    mode,
    judgedBy,
    approvalSeconds,
    questions,
    reviewed,
    logger,
    faults,
    clock,
    send: writer.send,
    sendError,
  }
  const calls: StdioCalls = createStdioCalls(ports, createStoredResults(ports))
  writer.send(helloOf(mode, resources.machine.isolation, workspace))

  const take = (line: InputLine): void => {
    try {
      takeLine(line, calls)
    } catch (error) {
      sendError(error, error instanceof Failure ? callIdOf(error) : undefined)
    }
  }
  await readUntilEnd({ input, stop: stop.signal, take, ready: () => Promise.all([writer.ready(), calls.ready()]) })
  await finish(calls, writer, stop.signal, options.graceMilliseconds ?? GRACE_MILLISECONDS)
}

const helloOf = (approve: ApproveMode, isolation: CodelabHello['isolation'], workspace: string): CodelabHello => ({
  type: 'hello',
  protocol_version: CODELAB_VERSION,
  tools: CATALOGUE.filter((tool) => !tool.forOperator && !tool.byCountersign && !usesPort(tool, 'editor')).map(({ name }) => name),
  isolation,
  approve,
  workspace,
})

function takeLine(line: InputLine, calls: StdioCalls): void {
  if ('problem' in line) throw line.problem
  const message = parseCodelabMessage(line.text)
  checkCodelabVersion(message)
  if (message.type === 'tool_call') calls.receive(message)
  else if (message.type === 'hitl_decision') calls.decide(message)
  else throw new Failure('INVALID_ARGUMENTS', { subject: sentence('stdio.message-type', { type: message.type }) })
}

const callIdOf = ({ details }: Failure): string | undefined => (typeof details.call_id === 'string' ? details.call_id : undefined)

interface Reading {
  readonly input: Readable
  readonly stop: AbortSignal
  readonly take: (line: InputLine) => void
  readonly ready: () => Promise<unknown>
}

async function readUntilEnd({ input, stop, take, ready }: Reading): Promise<void> {
  const stopped = aborted(stop)
  try {
    for await (const line of readLines(addAbortSignal(stop, input), LIMITS.maxFrameBytes)) {
      take(line)
      await Promise.race([ready(), stopped])
    }
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

async function finish(calls: StdioCalls, writer: MessageWriter, stop: AbortSignal, graceMilliseconds: number): Promise<void> {
  const over = new AbortController()
  const grace = sleep(graceMilliseconds, undefined, { signal: over.signal }).catch(() => undefined)
  const why = stop.aborted ? (stop.reason as Failure) : cancelled('cancel.input-ended')
  await calls.end(why, Promise.race([grace, aborted(stop)]))
  over.abort()
  await writer.close(CLOSE_MILLISECONDS)
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** A call that an earlier process left without a result is reported as lost for as long as it is known. */
function forgetExpired(journal: Journal, now: number): void {
  for (const { attempt_id, expires_at } of journal.interrupted()) if (expires_at < now) journal.ended(attempt_id)
}
