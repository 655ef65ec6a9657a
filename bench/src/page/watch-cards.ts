// Runs in the page before anything else: notes when the bytes that name a call came in, and when its card was drawn.

export interface CardTimes {
  /** By the id of the call, in milliseconds of the page. */
  readonly heard: Record<string, number>
  readonly shown: Record<string, number>
}

/** It is sent to the browser as text: nothing outside of it is there. */
export function watchCards(): void {
  const times: CardTimes = { heard: {}, shown: {} }
  Object.assign(globalThis, { cardTimes: times })
  const decoder = new TextDecoder()
  const note = (chunk: Uint8Array) => {
    for (const [, id = ''] of decoder.decode(chunk).matchAll(/"tool_id":"([^"]+)"/g)) times.heard[id] ??= performance.now()
  }
  const plainFetch = fetch
  globalThis.fetch = async (...request: Parameters<typeof fetch>) => {
    const response = await plainFetch(...request)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    const transform = (chunk: Uint8Array, out: TransformStreamDefaultController<Uint8Array>) => {
      note(chunk)
      out.enqueue(chunk)
    }
    return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response)
  }
  const look = () => {
    for (const card of document.querySelectorAll<HTMLElement>('[data-call]')) {
      const id = card.dataset.call ?? ''
      // After the frame in which it is drawn.
      if (times.heard[id] !== undefined && times.shown[id] === undefined) {
        times.shown[id] = Number.POSITIVE_INFINITY
        requestAnimationFrame(() => setTimeout(() => Object.assign(times.shown, { [id]: performance.now() })))
      }
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
