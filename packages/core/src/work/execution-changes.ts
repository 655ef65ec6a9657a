// The only place notified of every change of an execution once it is durable. It serves those who wait for a call, and the caches and
// counters of a server. A wait ends at the first state that satisfies it, at the time limit, or when the caller leaves.
import type { Execution, ExecutionId, LoggedMove, ProjectId } from '@countersign/protocol'

export interface ExecutionChange {
  readonly execution: Execution
  /** The transitions since its last known state; empty if only something other than the status changed. */
  readonly moves: readonly LoggedMove[]
}

export interface ExecutionChanges {
  announce(change: ExecutionChange): void
  watch(listener: (change: ExecutionChange) => void): () => void
  wait(execution: Execution, options: WaitOptions): Promise<Execution>
  /** Ends every wait in a project, because the project is deleted. */
  endWaits(project: ProjectId): void
}

export interface WaitOptions {
  readonly until: (execution: Execution) => boolean
  readonly milliseconds: number
  readonly signal?: AbortSignal
  /** Reads the current state; called once after listening began, so that no change is missed. */
  readonly look: () => Promise<Execution>
}

type Listener = (execution: Execution) => void

export function createExecutionChanges(): ExecutionChanges {
  const listeners = new Map<ExecutionId, Set<Listener>>()
  const watchers = new Set<(change: ExecutionChange) => void>()
  const waits = new Map<() => void, ProjectId>()

  const listen = (id: ExecutionId, listener: Listener): (() => void) => {
    const set = listeners.get(id) ?? new Set()
    listeners.set(id, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) listeners.delete(id)
    }
  }

  return {
    announce: (change) => {
      for (const listener of listeners.get(change.execution.id) ?? []) listener(change.execution)
      for (const listener of watchers) listener(change)
    },
    watch: (listener) => {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    endWaits: (project) => {
      for (const [finish, waitsIn] of [...waits]) if (waitsIn === project) finish()
    },
    wait: (execution, { until, milliseconds, signal, look }) => {
      if (until(execution) || milliseconds <= 0 || signal?.aborted) return Promise.resolve(execution)
      return new Promise((resolve, reject) => {
        let latest = execution
        const finish = () => {
          stop()
          waits.delete(finish)
          clearTimeout(timer)
          signal?.removeEventListener('abort', finish)
          resolve(latest)
        }
        const see = (next: Execution) => {
          latest = next
          if (until(next)) finish()
        }
        const stop = listen(execution.id, see)
        const timer = setTimeout(finish, milliseconds)
        waits.set(finish, execution.project_id)
        signal?.addEventListener('abort', finish, { once: true })
        look().then(see, reject)
      })
    },
  }
}
