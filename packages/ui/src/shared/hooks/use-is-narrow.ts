// Whether the page is as narrow as a phone.
import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 47.99rem)')

export const useIsNarrow = (): boolean => useSyncExternalStore(onChange, () => query.matches)

function onChange(tell: () => void): () => void {
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
