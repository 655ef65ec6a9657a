// Loads something on first use and keeps it. Loading may fail temporarily, for example if the process has no file descriptor
// left: a failure reaches those who wait and is then forgotten, so that the next use tries again.

export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  const forget = (error: unknown): never => {
    loading = undefined
    throw error
  }
  return () => {
    loading ??= load().catch(forget)
    return loading
  }
}
