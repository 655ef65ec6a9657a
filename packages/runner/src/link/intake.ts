// From what the server says to what is done: reads the event stream, offers calls to the work, makes previews, fetches what came only by
// name.
import { type Client, RefusedRequest } from '@countersign/client'
import {
  type AttemptId,
  type EventPayload,
  type ExecutionId,
  type HelloView,
  type PreviewBody,
  type ProjectId,
  type RunnerCallView,
  sentence,
} from '@countersign/protocol'
import { type CallToShow, withoutForms } from '../execute/preview-call.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import type { WakeReason } from './part.ts'
import type { Work } from './work.ts'

interface IntakePorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly work: Work
  /** Whether the server takes the forms of sentences, as it said in its answer to the last hello. */
  readonly takesForms: () => boolean
  readonly show: (call: CallToShow, signal: AbortSignal) => Promise<PreviewBody>
  readonly sayHelloAgain: () => void
  readonly logger: Logger
  readonly faults: RunnerFaults
  readonly wake: (reason: WakeReason) => void
}

interface Intake {
  signal(event: EventPayload<'tool.execution_signal'>): void
  preview(event: EventPayload<'tool.preview_request'> & { readonly abridged?: boolean }): void
  cancel(event: EventPayload<'tool.cancel'>): void
  waiting(items: HelloView['waiting']): void
  end(): void
}

interface Task {
  readonly name: string
  readonly controller: AbortController
}

export function createIntake(ports: IntakePorts): Intake {
  const { client, projectId, work, logger, faults, wake } = ports
  /** What is under way for a call, so that the same request is not answered twice and a cancel ends it. */
  const tasks = new Map<ExecutionId, Task>()

  const begin = (tool: ExecutionId, name: string, act: (signal: AbortSignal) => Promise<void>): void => {
    const before = tasks.get(tool)
    if (before?.name === name) return
    before?.controller.abort('another request for the same call')
    const task = { name, controller: new AbortController() }
    tasks.set(tool, task)
    const { signal } = task.controller
    act(signal)
      .catch((error: unknown) => failed(tool, error, signal))
      .finally(() => {
        if (tasks.get(tool) === task) tasks.delete(tool)
      })
  }
  const failed = (tool_id: ExecutionId, error: unknown, signal: AbortSignal): void => {
    if (signal.aborted) return
    logger.warn({ tool_id, ...errorFields(error) }, 'a request of the server could not be answered')
    // What the server refuses is over; what it did not hear, it asks for again after the next hello.
    if (error instanceof RefusedRequest && error.http < 500 && error.http !== 429) return
    ports.sayHelloAgain()
    wake('stream-closed')
  }
  const fetchCall = (tool: ExecutionId, signal: AbortSignal): Promise<RunnerCallView> =>
    client.getCall({ params: { p: projectId, id: tool }, signal })

  const fetchAndOffer = (tool: ExecutionId): void =>
    begin(tool, 'fetch', async (signal) => {
      const call = await fetchCall(tool, signal)
      if (signal.aborted || call.status !== 'executing' || !call.attempt_id) return
      work.offer({ ...call, attempt_id: call.attempt_id })
      wake('call-fetched')
    })

  const postPreview = async (call: CallToShow, signal: AbortSignal): Promise<void> => {
    const body = await ports.show(call, signal)
    if (signal.aborted) return
    await faults('before-preview-post')
    await client.postPreview({ params: { p: projectId, id: call.tool_id }, body: ports.takesForms() ? body : withoutForms(body) })
    wake('preview-posted')
  }
  const fetchAndShow = (tool: ExecutionId, name: string): void =>
    begin(tool, name, async (signal) => {
      const call = await fetchCall(tool, signal)
      if (!signal.aborted && call.status === 'pending') await postPreview(call, signal)
    })

  return {
    signal(event) {
      if (event.abridged) fetchAndOffer(event.tool_id)
      else work.offer(event)
      wake('signal')
    },
    preview(event) {
      const name = `preview ${event.digest}`
      if (event.abridged) fetchAndShow(event.tool_id, name)
      else begin(event.tool_id, name, (signal) => postPreview(event, signal))
    },
    cancel({ tool_id, attempt_id }) {
      tasks.get(tool_id)?.controller.abort('the call was cancelled')
      work.cancel(tool_id, attempt_id as AttemptId | null, sentence('subject.operator-stopped'))
      wake('cancel')
    },
    waiting(items) {
      for (const { tool_id, kind } of items) {
        if (kind === 'execute') fetchAndOffer(tool_id)
        else fetchAndShow(tool_id, 'preview')
      }
    },
    end() {
      for (const { controller } of tasks.values()) controller.abort('the runner was stopped')
    },
  }
}

interface StreamPorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly logger: Logger
  readonly onOpen: () => void
  readonly onClosed: () => void
  readonly onSignal: (signal: EventPayload<'tool.execution_signal'>) => void
  readonly onPreview: (request: EventPayload<'tool.preview_request'>) => void
  readonly onCancel: (cancel: EventPayload<'tool.cancel'>) => void
  readonly onInput: (input: EventPayload<'process.input'>) => void
}

interface RunnerStream {
  /** Replaces the stream that is open, if any. */
  open(after: number): void
  close(): void
}

export function createRunnerStream(ports: StreamPorts): RunnerStream {
  let current: AbortController | undefined
  const close = () => {
    current?.abort()
    current = undefined
  }
  const read = async (after: number, controller: AbortController): Promise<void> => {
    try {
      for await (const event of ports.client.eventsUntilCut({
        projectId: ports.projectId,
        after,
        onOpen: ports.onOpen,
        signal: controller.signal,
      })) {
        if (event.type === 'tool.execution_signal') ports.onSignal(event.data)
        else if (event.type === 'tool.preview_request') ports.onPreview(event.data)
        else if (event.type === 'tool.cancel') ports.onCancel(event.data)
        else if (event.type === 'process.input') ports.onInput(event.data)
      }
    } catch (error) {
      ports.logger.warn(errorFields(error), 'the event stream was cut')
    }
    if (current !== controller) return
    current = undefined
    ports.onClosed()
  }
  return {
    open(after) {
      close()
      current = new AbortController()
      void read(after, current)
    },
    close,
  }
}
