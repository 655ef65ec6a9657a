// Where the person is: `#/view/rest`. Only the address holds it, so that reload, back and links work.
import { useSyncExternalStore } from 'react'

export interface Route {
  readonly view: string
  /** What follows the view, decoded: the id of a session, the path of a file. */
  readonly rest: string
}

export function parseRoute(hash: string): Route {
  const [, view = '', rest = ''] = /^#\/([\w-]*)(?:\/(.*))?$/.exec(hash) ?? []
  return { view: view || 'chat', rest: decode(rest) }
}

export const hrefOf = (view: string, rest = ''): string =>
  rest === '' ? `#/${view}` : `#/${view}/${rest.split('/').map(encodeURIComponent).join('/')}`

export function goTo(view: string, rest = ''): void {
  location.hash = hrefOf(view, rest)
}

export function isAt(view: string, rest: string): boolean {
  const now = parseRoute(location.hash)
  return now.view === view && now.rest === rest
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onHashChange, () => location.hash))
}

function onHashChange(notify: () => void): () => void {
  window.addEventListener('hashchange', notify)
  return () => window.removeEventListener('hashchange', notify)
}

/** An address that was cut in the middle of an escape is shown as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
