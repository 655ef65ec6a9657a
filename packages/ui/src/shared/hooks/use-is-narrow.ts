// Whether the page is as narrow as a phone.
import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 47.99rem)')

export const useIsNarrow = (): boolean => useSyncExternalStore(onChange, () => query.matches)

function onChange(notify: () => void): () => void {
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}
