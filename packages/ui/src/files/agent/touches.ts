// Which files agents change: by the parameters of their calls, and for commands by what changes on disk while they run.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Call, hasEnded } from '../../mirror/calls/call.ts'
import type { MirrorState } from '../../mirror/state/state.ts'

export interface Touch {
  /** Increases with each touch. */
  readonly number: number
  readonly path: string
  readonly what: 'changed' | 'deleted' | 'folder'
  readonly agent: string
  readonly callId: string
  readonly at: number
}

/** The last touch of each file, newest last. */
export type Touches = ReadonlyMap<string, Touch>

const MIRROR_LIMITS = 200
/** A call that ended longer ago than this does not count. */
const RECENT_MILLISECONDS = 60_000
/** How long after its end a command may still cause changes. */
const AFTER_COMMAND_MILLISECONDS = 5_000

const WHAT: Readonly<Record<string, Touch['what']>> = { delete_file: 'deleted', create_directory: 'folder' }

const COMMANDS = new Set(['execute_command', 'run_command', 'run_persistent', 'git.branch'])

export interface Touching {
  readonly store: StoreApi<Touches>
  onMirror(state: MirrorState, before: MirrorState): void
  onChanged(paths: readonly string[]): void
}

export interface TouchingPorts {
  /** Reads the paths of a call whose parameters do not name them. */
  readonly readPaths: (callId: string) => Promise<readonly string[]>
  readonly clock: () => number
}

export function createTouching({ readPaths, clock }: TouchingPorts): Touching {
  const store = createStore<Touches>(() => new Map())
  const running = new Map<string, Call>()
  let lastCommand: { readonly call: Call; readonly endedAt: number } | undefined
  let count = 0
  const touch = ({ agent, id }: Call, paths: readonly string[], what: Touch['what'] = 'changed') =>
    store.setState((known) => {
      const next = new Map(known)
      for (const path of paths) {
        next.delete(path)
        next.set(path, { number: ++count, path, what, agent, callId: id, at: clock() })
      }
      return new Map([...next].slice(-MIRROR_LIMITS))
    }, true)
  const onEnd = (call: Call) => {
    if (running.delete(call.id)) lastCommand = { call, endedAt: clock() }
    if (call.status !== 'completed' || clock() - Date.parse(call.completed_at ?? '') > RECENT_MILLISECONDS) return
    if (call.tool_name === 'apply_patch') void readPaths(call.id).then((paths) => touch(call, paths))
    else touch(call, namedPaths(call), WHAT[call.tool_name])
  }
  return {
    store,
    onMirror: (state, before) => {
      if (state.calls === before.calls || !before.isLoaded) return
      for (const [id, call] of state.calls) {
        const known = before.calls.get(id)
        if (known === call || call.agent.startsWith('operator:') || (known && hasEnded(known.status))) continue
        if (call.status === 'executing' && COMMANDS.has(call.tool_name)) running.set(id, call)
        if (hasEnded(call.status)) onEnd(call)
      }
    },
    onChanged: (paths) => {
      const recent = lastCommand && clock() - lastCommand.endedAt < AFTER_COMMAND_MILLISECONDS ? lastCommand.call : undefined
      const call = [...running.values()].at(-1) ?? recent
      const files = paths.filter((path) => path !== '.' && path !== '.git')
      if (call && files.length > 0) touch(call, files)
    },
  }
}

function namedPaths({ tool_name, tool_params }: Call): string[] {
  const name = { write_file: 'path', edit_file: 'path', delete_file: 'path', create_directory: 'path', move_file: 'to' }[tool_name]
  const path = name === undefined ? undefined : tool_params[name]
  return typeof path === 'string' ? [path.replace(/^(\.\/)+/, '')] : []
}
