// Where a stream begins: after the id that the client saw last, or now. An id that was never given out means that the
// client knows another history: it is told to start over.

export interface StreamStart {
  readonly after: number
  readonly reset: boolean
}

export function startOf(lastEventId: string | string[] | undefined, after: number | undefined, head: number): StreamStart {
  const asked = lastEventId === undefined ? after : parseEventId(lastEventId)
  if (asked === undefined) return { after: head, reset: false }
  return asked >= 0 && asked <= head ? { after: asked, reset: false } : { after: head, reset: true }
}

/** NaN for what is no id, which no comparison accepts. */
const parseEventId = (id: string | string[]): number => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN)
