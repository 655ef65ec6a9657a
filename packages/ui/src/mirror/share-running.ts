// Shares a running fetch: a second caller waits for it instead of fetching again.

export function shareRunning(fetch: (id: string) => Promise<void>): (id: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  return (id) => {
    const begun = running.get(id) ?? fetch(id).finally(() => running.delete(id))
    running.set(id, begun)
    return begun
  }
}
