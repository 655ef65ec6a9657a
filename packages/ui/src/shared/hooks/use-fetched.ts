// What a view reads by REST: at once, and again when there is news. One request at a time, so that a burst of news becomes one
// request after the other. What was read stays on the screen while it is read again.
import { pause } from '@countersign/client'
import { useEffect, useRef, useState } from 'react'

/** The least time between two readings. */
const REST_MILLISECONDS = 250

export interface Fetched<T> {
  readonly data: T | undefined
  /** The error of the last reading; earlier data may still be shown. */
  readonly error: Error | undefined
  readonly reload: () => void
}

export interface FetchOptions<T> {
  readonly read: (signal: AbortSignal) => Promise<T>
  /** Names what is read: with another key the earlier data is forgotten. */
  readonly key: string
  /** A change means: read again. */
  readonly news?: number | string
  /** Also without news, for what no event reports. */
  readonly everyMilliseconds?: number
}

interface State<T> {
  readonly key: string
  readonly data?: T
  readonly error?: Error
}

export function useFetched<T>({ read, key, news = 0, everyMilliseconds }: FetchOptions<T>): Fetched<T> {
  const [state, setState] = useState<State<T>>({ key })
  const latest = useRef(read)
  latest.current = read
  const [{ reload, next }] = useState(createSignal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: news is what rings
  useEffect(reload, [news])
  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    const follow = async () => {
      while (!signal.aborted) {
        const heard = next()
        const read = await readOnce(latest.current, signal)
        if (signal.aborted) return
        setState((before) => ({ ...(before.key === key && 'error' in read ? before : {}), key, ...read }))
        await pause(REST_MILLISECONDS, signal)
        await (everyMilliseconds === undefined ? heard : Promise.race([heard, pause(everyMilliseconds, signal)]))
      }
    }
    void follow()
    return () => {
      closing.abort()
      reload()
    }
  }, [key, everyMilliseconds, reload, next])
  return state.key === key ? { data: state.data, error: state.error, reload } : { data: undefined, error: undefined, reload }
}

async function readOnce<T>(read: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<{ data: T } | { error: Error }> {
  try {
    return { data: await read(signal) }
  } catch (cause) {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) }
  }
}

/** `next` resolves at the next `reload`, also one that comes while the caller is busy. */
function createSignal() {
  let listeners: (() => void)[] = []
  const reload = () => {
    const heard = listeners
    listeners = []
    for (const resolve of heard) resolve()
  }
  const next = (): Promise<void> => new Promise((resolve) => listeners.push(resolve))
  return { reload, next }
}
