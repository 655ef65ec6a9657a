// Where a file that the editor names lies: in the workspace, outside of it, or nowhere that a tool may know of. The names that the
// editor gives are not trusted more than an agent's: the object is opened, and both its names must pass.
import { basename } from 'node:path'
import { createHiddenTest, isSensitive, printableText } from '@countersign/policy'
import { Failure } from '@countersign/protocol'
import { errnoOf } from '../../disk/file-failure.ts'
import { checkPlace, isInside, type LocationRules, nameIn } from '../../disk/names.ts'
import { openObject } from '../../disk/open-object.ts'

export type Located = { readonly path: string } | { readonly outside: string }

export interface LocatePlace {
  readonly root: string
  readonly places: LocationRules
}

/** Undefined where it must not be named: it is sensitive, hidden by a rule, or cannot be looked at. */
export type Locate = (file: string) => Located | undefined

export function createLocate({ root, places }: LocatePlace): Locate {
  const known = new Map<string, Located | undefined>()
  const isHidden = createHiddenTest(places.hidden)

  function look(file: string): Located | undefined {
    if (!file.startsWith('/')) return { outside: printableText(basename(file)) }
    if (isSensitive(isInside(root, file) ? nameIn(root, file) : file)) return undefined
    using object = openObject(file)
    if (!isInside(root, object.place)) return isSensitive(object.place) ? undefined : { outside: printableText(basename(object.place)) }
    const path = checkPlace(root, object.place, '', 'read')
    places.check(path)
    return isHidden(path) ? undefined : { path }
  }

  return (file) => {
    if (!known.has(file))
      known.set(
        file,
        unlessRefused(() => look(file)),
      )
    return known.get(file)
  }
}

function unlessRefused<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    // Refused by its name or by a rule, gone, or not ours to look at.
    if (error instanceof Failure || errnoOf(error) !== undefined) return undefined
    throw error
  }
}
