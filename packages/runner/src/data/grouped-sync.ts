// One sync for all who ask while another is under way: a lone call pays one, a hundred at once share one.

/** A request is answered by a sync that began after it was made, never by one that was already running. */
export function createGroupedSync(syncOnce: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let following: Promise<void> | undefined
  const start = (): Promise<void> => {
    following = undefined
    const sync = syncOnce().finally(() => {
      if (current === sync) current = undefined
    })
    current = sync
    return sync
  }
  return () => {
    if (!current) return start()
    following ??= current.then(start, start)
    return following
  }
}
