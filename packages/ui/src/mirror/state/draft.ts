// A new state being built: each collection is copied on first write, so a batch of events costs one copy of what it changes, and
// the old state stays as it was.
import type { MirrorState, TimelineItem } from './state.ts'

type MapName = { [K in keyof MirrorState]: MirrorState[K] extends ReadonlyMap<string, unknown> ? K : never }[keyof MirrorState]
type ValueOf<K extends MapName> = MirrorState[K] extends ReadonlyMap<string, infer V> ? V : never

export interface Draft {
  readonly state: MirrorState
  put<K extends MapName>(name: K, id: string, value: ValueOf<K>): void
  remove(name: MapName, id: string): void
  replace<K extends MapName>(name: K, entries: Iterable<readonly [string, ValueOf<K>]>): void
  set(change: Partial<MirrorState>): void
  count(news: keyof MirrorState['news']): void
  /** Inserts an item into its conversation in order of time. */
  place(sessionId: string, item: TimelineItem): void
  /** Inserts many; known items move to the position given here. */
  placeAll(sessionId: string, items: readonly TimelineItem[]): void
}

export function createDraft(before: MirrorState): Draft {
  let state = before
  const copied = new Set<MapName>()
  const writable = <K extends MapName>(name: K): Map<string, ValueOf<K>> => {
    if (!copied.has(name)) {
      copied.add(name)
      state = { ...state, [name]: new Map(state[name] as ReadonlyMap<string, unknown>) }
    }
    return state[name] as unknown as Map<string, ValueOf<K>>
  }
  const draft: Draft = {
    get state() {
      return state
    },
    put: (name, id, value) => void writable(name).set(id, value),
    remove: (name, id) => {
      if (state[name].has(id)) writable(name).delete(id)
    },
    replace: (name, entries) => {
      copied.add(name)
      state = { ...state, [name]: new Map(entries) }
    },
    set: (change) => {
      state = { ...state, ...change }
    },
    count: (name) => {
      state = { ...state, news: { ...state.news, [name]: state.news[name] + 1 } }
    },
    place: (sessionId, item) => draft.put('timelines', sessionId, inserted(state.timelines.get(sessionId) ?? [], item)),
    placeAll: (sessionId, items) => draft.put('timelines', sessionId, merged(state.timelines.get(sessionId) ?? [], items)),
  }
  return draft
}

/** Searches from the end, where nearly every item belongs. */
function inserted(items: readonly TimelineItem[], item: TimelineItem): readonly TimelineItem[] {
  let place = items.length
  while (place > 0 && compareItems(items[place - 1] as TimelineItem, item) > 0) place--
  return items.toSpliced(place, 0, item)
}

function merged(items: readonly TimelineItem[], more: readonly TimelineItem[]): readonly TimelineItem[] {
  const given = new Set(more.map(({ id }) => id))
  return [...items.filter(({ id }) => !given.has(id)), ...more].sort(compareItems)
}

function compareItems(a: TimelineItem, b: TimelineItem): number {
  if (a.at === b.at) return a.order - b.order
  return a.at < b.at ? -1 : 1
}
