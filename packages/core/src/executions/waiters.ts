// Who waits for an execution. A wait ends at the first state that satisfies it, at the time limit, or when the caller leaves.
import type { Execution, ExecutionId, ProjectId } from '@countersign/protocol'

type Listener = (execution: Execution) => void

export interface Waiters {
  changed(execution: Execution): void
  /** Sees every change of every execution, once it is durable. */
  watch(listener: Listener): () => void
  wait(execution: Execution, options: WaitOptions): Promise<Execution>
  /** Ends every wait in a project: it is deleted. */
  leave(project: ProjectId): void
}

export interface WaitOptions {
  readonly until: (execution: Execution) => boolean
  readonly milliseconds: number
  readonly signal?: AbortSignal
  /** Reads the present state; called once after listening began, so that no change is missed. */
  readonly look: () => Promise<Execution>
}

export function createWaiters(): Waiters {
  const listeners = new Map<ExecutionId, Set<Listener>>()
  const watchers = new Set<Listener>()
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
    changed: (execution) => {
      for (const listener of listeners.get(execution.id) ?? []) listener(execution)
      for (const listener of watchers) listener(execution)
    },
    watch: (listener) => {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    leave: (project) => {
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
