// The folder of the built page, and the links that open it.
import { fileURLToPath } from 'node:url'

export const PAGE_FOLDER = fileURLToPath(new URL('../../../../packages/ui/dist', import.meta.url))

/** The code is behind the `#`, which a browser does not send, so it is in no log and no referrer. */
export const pageLink = (url: string, code: string): string => `${url}/#code=${code}`
