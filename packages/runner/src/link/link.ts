// The link to the server: one loop over presence, work and posting, fed by the event stream. README.md tells it in words.

import type { KeyObject } from 'node:crypto'
import { type BackoffOptions, type Client, createBackoff } from '@countersign/client'
import { hiddenGlobs } from '@countersign/policy'
import {
  type ExecutionId,
  type Failure,
  type Hello,
  type HelloView,
  helloView,
  type KnownAttempt,
  type ProjectId,
  sentence,
} from '@countersign/protocol'
import { createServerRules, readClearance } from '../clearance/check-clearance.ts'
import { previewSentCall } from '../execute/preview-call.ts'
import { type RunPorts, runCall } from '../execute/run-call.ts'
import { createCallOutputs } from '../output/call-outputs.ts'
import { createOutputSender } from '../output/send-output.ts'
import { errorFields } from '../ports/logger.ts'
import type { ServerClock } from './clocks.ts'
import { createIntake, createRunnerStream } from './intake.ts'
import { createLoop } from './loop.ts'
import type { WakeReason } from './part.ts'
import { createPresence, type Phase } from './presence.ts'
import { takeInput } from './take-input.ts'
import { createPosting, createWork } from './work.ts'

export interface LinkPorts extends Omit<RunPorts, 'serverRules' | 'outputs'> {
  readonly client: Client
  readonly projectId: ProjectId
  /** What the runner says of itself that stays the same. */
  readonly introduction: Omit<
    Hello,
    'attempts' | 'processes' | 'sessions' | 'secrets_in_git' | 'time' | 'tools' | 'read_only' | 'toolchains'
  >
  /** What it offers now. */
  readonly offer: () => Pick<Hello, 'tools' | 'read_only' | 'toolchains'>
  /** Throws where the announced key is not the pinned one. */
  readonly pin: (announced: unknown) => KeyObject
  /** Where output lies that the server does not have yet. */
  readonly unsentOutputPath: string
  /** For waiting and for the lease. */
  readonly clock: () => number
  /** By which clearances are judged. */
  readonly serverClock: ServerClock
  /** What this machine says the time is. */
  readonly wall: () => number
  readonly retry: BackoffOptions
  readonly onHello: () => void
  readonly onRefused: (error: Failure) => void
}

export interface Link {
  start(): void
  phase(): Phase
  /** The offer has changed: the server is told by another hello. */
  announce(): void
  /** Ends what runs, posts what can be posted within the time, leaves the rest in the outbox. */
  stop(): Promise<void>
}

const QUESTION_MILLISECONDS = 10_000
const LEAVING_MILLISECONDS = 2_000
const DRAIN_MILLISECONDS = 5_000

export function createLink(ports: LinkPorts): Link {
  const { client, projectId, journal, outbox, clock, faults, retry } = ports
  const { persistent, scratch, gitSecrets } = ports.machine
  const params = { p: projectId }
  let key: KeyObject | undefined
  let isReachable = false
  let takesForms = false
  const serverRules = createServerRules(ports)
  const wake = (reason: WakeReason): void => loop.wake(reason)
  const sayHelloAgain = (): void => {
    isReachable = false
    presence.sayHelloAgain()
  }

  const sender = createOutputSender({ client, projectId, retry })
  const outputs = createCallOutputs({ ...ports, folder: ports.unsentOutputPath, sender, mask: ports.masker.maskLines })
  const posting = createPosting({ ...ports, canPost: () => isReachable, wake })
  const work = createWork({
    ...ports,
    check: (call) => readClearance(call, { key, now: ports.serverClock.now() }),
    run: (call, signal) => runCall({ ...ports, outputs, serverRules }, call, signal),
    mayBegin: (now) => presence.mayBegin(now),
    sayHelloAgain,
    wake,
  })
  const intake = createIntake({
    ...ports,
    work,
    takesForms: () => takesForms,
    show: (call, signal) => previewSentCall({ ...ports, policy: serverRules.current() }, call, signal),
    sayHelloAgain,
    wake,
  })
  const stream = createRunnerStream({
    ...ports,
    onOpen() {
      presence.connected()
      wake('stream-open')
    },
    onClosed() {
      sayHelloAgain()
      wake('stream-closed')
    },
    onSignal: intake.signal,
    onPreview: intake.preview,
    onCancel(event) {
      intake.cancel(event)
      endProcesses([event.tool_id])
    },
    onInput: (event) => void takeInput(event, { persistent, key, now: ports.serverClock.now(), logger: ports.logger }),
  })
  const presence = createPresence({
    ...ports,
    backoff: createBackoff(retry),
    sayHello,
    beat: async () => {
      const body = { runner_id: ports.introduction.runner_id, processes: persistent.reports(), ...factsNow() }
      const asked = ports.serverClock.ask()
      const answer = await client.heartbeat({ params, body, signal: AbortSignal.timeout(QUESTION_MILLISECONDS) })
      asked.answered(answer.server_time)
      endProcesses(answer.end_processes ?? [])
      scratch.end(answer.end_sessions ?? [])
      serverRules.heard(answer.policy_version)
      return answer.holds_lease
    },
    onHolding(view) {
      ports.onHello()
      applyRulings(view)
      posting.hurry()
      sender.hurry()
      stream.open(view.last_event_id)
      intake.waiting(view.waiting)
    },
    onStandby() {
      ports.onHello()
      stream.close()
      work.dropWaiting()
    },
    wake,
  })
  const loop = createLoop(() => [presence, work, posting], clock)

  async function sayHello(): Promise<HelloView> {
    await faults('before-hello')
    const time = new Date(ports.wall()).toISOString()
    const body = {
      ...ports.introduction,
      ...ports.offer(),
      attempts: knownAttempts(),
      processes: persistent.reports(),
      ...factsNow(),
      time,
    }
    const asked = ports.serverClock.ask()
    const view = helloView.parse(await client.hello({ params, body, signal: AbortSignal.timeout(QUESTION_MILLISECONDS) }))
    asked.answered(view.server_time)
    await faults('after-hello')
    key = ports.pin(view.clearance_key)
    await serverRules.require(view.policy_version)
    takesForms = view.takes_forms
    isReachable = true
    endProcesses(view.end_processes)
    scratch.end(view.end_sessions ?? [])
    // Nobody would see or reach them any more.
    if (!view.holds_lease) await persistent.endAll('process.other-runner')
    return view
  }

  /** A rule that hides files holds for what git could print of them, too. */
  function factsNow(): Pick<Hello, 'sessions' | 'secrets_in_git'> {
    const found = gitSecrets.current()
    const rules = [...ports.rules, ...serverRules.current().rules]
    const secrets_in_git = found === 'none' && hiddenGlobs(rules, 'run_command').length > 0 ? 'some' : found
    return { sessions: scratch.sessions(), secrets_in_git }
  }

  function knownAttempts(): KnownAttempt[] {
    const known = new Map<string, KnownAttempt>()
    for (const { tool_id, attempt_id } of journal.interrupted()) known.set(attempt_id, { tool_id, attempt_id, state: 'interrupted' })
    for (const { tool_id, attempt_id } of work.running()) known.set(attempt_id, { tool_id, attempt_id, state: 'running' })
    for (const { tool_id, attempt_id } of outbox.entries()) known.set(attempt_id, { tool_id, attempt_id, state: 'finished' })
    return [...known.values()]
  }

  /** What the server counts as over need not run on, unless it only lost sight of it; an outcome that nobody knows need not be told again. */
  function applyRulings({ attempts }: HelloView): void {
    const open = new Set(attempts.filter(({ status }) => status === 'executing').map(({ attempt_id }) => attempt_id))
    for (const { attempt_id } of journal.interrupted()) if (!open.has(attempt_id)) journal.ended(attempt_id)
    for (const { tool_id, attempt_id, status, lost } of attempts)
      if (status !== 'executing' && !lost) work.cancel(tool_id, attempt_id, sentence('cancel.already', { status }))
  }

  /** What was missed on the stream is said again in the answer to a hello or a heartbeat. */
  function endProcesses(tools: readonly ExecutionId[]): void {
    for (const tool of tools) void persistent.endCall(tool, 'process.session-ended')
  }

  /** A server that is gone has nothing to be told: the lease then ends by its time. */
  async function giveBack(): Promise<void> {
    const body = { runner_id: ports.introduction.runner_id, leaving: true, processes: persistent.reports() }
    await client
      .heartbeat({ params, body, signal: AbortSignal.timeout(LEAVING_MILLISECONDS) })
      .catch((error: unknown) => ports.logger.info(errorFields(error), 'the lease could not be given back; it ends by its time'))
  }

  return {
    start() {
      persistent.listen({
        follow: sender.follow,
        onChange() {
          presence.beatNow()
          wake('processes-changed')
        },
      })
      gitSecrets.onChange(() => {
        presence.beatNow()
        wake('secrets-changed')
      })
      outputs.resume()
      wake('started')
    },
    phase: () => presence.phase(),
    announce() {
      sayHelloAgain()
      wake('offer-changed')
    },
    async stop() {
      const held = presence.phase() === 'holding'
      presence.end()
      stream.close()
      intake.end()
      // What cannot be sent now is kept for the next start.
      if (!isReachable) sender.stop()
      await withinTime(work.end(sentence('cancel.runner-stopped')))
      await withinTime(persistent.endAll('cancel.runner-stopped'))
      wake('stopping')
      await withinTime(posting.settled())
      await withinTime(sender.settled())
      sender.stop()
      if (held) await giveBack()
      loop.stop()
    },
  }
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DRAIN_MILLISECONDS)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
