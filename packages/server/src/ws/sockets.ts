// All open WebSockets of this server: their shared timer, and how they end.
import type { Project, ProjectId } from '@countersign/protocol'
import type { ServerSettings } from '../server-settings.ts'

const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008
/** How long a peer has to answer the close message of a stopping server. */
const GOODBYE_MILLISECONDS = 1000

/** What all connections have in common, whoever the peer is. */
interface OpenSocket {
  readonly project: Project
  /** Aborts once it is closed. */
  readonly gone: AbortSignal
  beat(): void
  close(code: number, reason: string): void
  terminate(): void
}

export interface Sockets {
  add(connection: OpenSocket): void
  count(): number
  /** Ends the sockets of a removed project. */
  endAll(project: ProjectId): void
  close(): Promise<void>
}

export function createSockets(settings: Pick<ServerSettings, 'stream_heartbeat_seconds'>): Sockets {
  const open = new Set<OpenSocket>()
  let closed = false
  const beat = setInterval(() => {
    for (const connection of open) connection.beat()
  }, settings.stream_heartbeat_seconds * 1000).unref()

  const allGone = () => Promise.all([...open].map(({ gone }) => new Promise((resolve) => gone.addEventListener('abort', resolve))))

  return {
    add: (connection) => {
      open.add(connection)
      if (closed) connection.close(GOING_AWAY, 'the server stops')
      connection.gone.addEventListener('abort', () => open.delete(connection))
    },
    count: () => open.size,
    endAll: (project) => {
      for (const connection of open) if (connection.project.id === project) connection.close(POLICY_VIOLATION, 'the project was deleted')
    },
    close: async () => {
      closed = true
      clearInterval(beat)
      const gone = allGone()
      for (const connection of open) connection.close(GOING_AWAY, 'the server stops')
      const timer = setTimeout(() => {
        for (const connection of open) connection.terminate()
      }, GOODBYE_MILLISECONDS)
      await gone
      clearTimeout(timer)
    },
  }
}
