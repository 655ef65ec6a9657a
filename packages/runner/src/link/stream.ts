// The open event stream of the runner, and what its events mean here.
import type { Client } from '@countersign/client'
import type { EventPayload, ProjectId } from '@countersign/protocol'
import { errorFields, type Logger } from '../ports/logger.ts'

export interface StreamPorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly logger: Logger
  readonly onOpen: () => void
  readonly onClosed: () => void
  readonly onSignal: (signal: EventPayload<'tool.execution_signal'>) => void
  readonly onPreview: (request: EventPayload<'tool.preview_request'>) => void
  readonly onCancel: (cancel: EventPayload<'tool.cancel'>) => void
}

export interface RunnerStream {
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
