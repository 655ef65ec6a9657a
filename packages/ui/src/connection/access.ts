// The token, and perhaps a project, in sessionStorage. A cookie would also be sent to any other server on this machine;
// sessionStorage belongs to this tab and ends with it.

const TOKEN = 'countersign.token'
const PROJECT = 'countersign.project'

export interface Access {
  readonly token: string
  readonly projectId: string | undefined
}

export function readAccess(storage: Storage = sessionStorage): Access | undefined {
  const token = storage.getItem(TOKEN)
  return token ? { token, projectId: storage.getItem(PROJECT) ?? undefined } : undefined
}

export function keepAccess({ token, projectId }: Access, storage: Storage = sessionStorage): void {
  storage.setItem(TOKEN, token)
  if (projectId === undefined) storage.removeItem(PROJECT)
  else storage.setItem(PROJECT, projectId)
}

/** Stores the renewed token, unless the person has signed out meanwhile. */
export function renewAccess(token: string, storage: Storage = sessionStorage): void {
  if (storage.getItem(TOKEN) !== null) storage.setItem(TOKEN, token)
}

export function forgetAccess(storage: Storage = sessionStorage): void {
  storage.removeItem(TOKEN)
  storage.removeItem(PROJECT)
}
