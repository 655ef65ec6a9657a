// A sign-in link opened in a tab that already shows the page: the page reloads with it. While the person is asked, the old address
// is shown, so that nobody can read the code there.
import { useEffect } from 'react'
import type { Leaving } from './leaving.ts'

export function useNewLink({ unsaved, leave }: Leaving): void {
  useEffect(() => {
    const onHash = ({ oldURL }: HashChangeEvent) => {
      const { hash } = location
      if (!hash.startsWith('#code=')) return
      if (unsaved.getState().length > 0) location.replace(new URL(oldURL).hash || '#/')
      leave(() => {
        location.hash = hash
        location.reload()
      })
    }
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [unsaved, leave])
}
