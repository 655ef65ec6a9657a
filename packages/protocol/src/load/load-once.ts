// Something that is loaded when it is first needed, and then kept. Loading may fail for a moment, as where a process has no file left
// to open: a failure is told to those who wait, and forgotten, so that the next one tries again.

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
