// Who is signed in: a token and perhaps a project, kept in sessionStorage. A cookie would also go to any other server on this
// machine; sessionStorage is this tab's alone and ends with it.

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

/** The successor of a token takes its place, unless the person has left meanwhile. */
export function renewAccess(token: string, storage: Storage = sessionStorage): void {
  if (storage.getItem(TOKEN) !== null) storage.setItem(TOKEN, token)
}

export function forgetAccess(storage: Storage = sessionStorage): void {
  storage.removeItem(TOKEN)
  storage.removeItem(PROJECT)
}
