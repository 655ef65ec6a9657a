// What was found after a command, name by name: each is settled by itself, so that one that resists keeps no other from it.
import { lstatSync, symlinkSync } from 'node:fs'
import { errnoOf } from '../../../disk/file-failure.ts'
import { pathFor } from '../../../disk/names.ts'
import { lookAt } from '../../../disk/read-plain.ts'
import { putAway } from './put-away.ts'

export interface SettledName {
  readonly name: string
  /** Where it lies, by a name that nothing obeys, if it could not be moved to the quarantine. */
  readonly beside?: string | undefined
  /** The list of git that it was an entry of. */
  readonly index?: string
}

export interface FailedName {
  readonly name: string
  readonly why: string
}

export interface Settled {
  readonly away: readonly SettledName[]
  /** Still there. */
  readonly failed: readonly FailedName[]
}

export const NOTHING_SETTLED: Settled = { away: [], failed: [] }

export interface SettleLog {
  /** Moves it away, unless it has gone meanwhile. */
  putAway(name: string): void
  /** Whatever goes wrong is told of this name. */
  attempt(name: string, act: () => void): void
  tookEntry(name: string, index: string): void
  end(): Settled
}

/** Without a place for them names are only told. */
export function createSettleLog(root: string, quarantine: string | undefined): SettleLog {
  const away: SettledName[] = []
  const failed = new Map<string, string>()
  const attempt = (name: string, act: () => void): void => {
    try {
      act()
    } catch (error) {
      // Nothing that a command leaves may keep the others from being looked at, whatever it is.
      failed.set(name, errnoOf(error) ?? String(error))
    }
  }
  const move = (name: string): void => {
    const [from, inside] = name.startsWith('/') ? ['/', name.slice(1)] : [root, name]
    const found = firstLink(from, inside)
    const beside = quarantine === undefined ? undefined : putAway(from, found, quarantine).beside
    away.push({ name: name.startsWith('/') ? `/${found}` : found, ...(beside !== undefined && { beside }) })
  }
  return {
    putAway: (name) => attempt(name, () => move(name)),
    attempt,
    tookEntry: (name, index) => void away.push({ name, index }),
    end: () => ({ away, failed: [...failed].map(([name, why]) => ({ name, why })) }),
  }
}

/** A name that is reached through a link does not lie there: it is the link that leads to it. */
function firstLink(root: string, name: string): string {
  const parts = name.split('/')
  const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'))
  return above.find((folder) => lookAt(`${root}/${folder}`)?.isSymbolicLink()) ?? name
}

const LINK = 'link to '

/** A link cannot be held in place by a sandbox; the one that was there comes back. */
export function restoreLink(path: string, form: string | undefined): void {
  if (form?.startsWith(LINK) && !lstatSync(pathFor(path), { throwIfNoEntry: false }))
    symlinkSync(pathFor(form.slice(LINK.length)), pathFor(path))
}
