// A listing of a whole tree, made by one of the threads that search: a walk over very many folders must not stop the program that the
// runner is part of. Where it begins is checked here, by the rules of the call; the thread lists that place or nothing.
import { Failure, verbatim } from '@countersign/protocol'
import type { Listing, ListRequest } from '@countersign/tools'
import { fileFailure } from '../../disk/file-failure.ts'
import { checkPlace, type LocationRules } from '../../disk/names.ts'
import { openObject } from '../../disk/open-object.ts'
import type { SearchThreads } from './search-threads.ts'

export interface ListPlace {
  readonly root: string
  readonly threads: SearchThreads
  readonly places: LocationRules
  readonly signal: AbortSignal
}

export async function listInThread({ root, threads, places, signal }: ListPlace, request: ListRequest): Promise<Listing> {
  const order = { root, request, hidden: places.hidden, start: checkStart(root, request.path, places) }
  const answer = await threads.list(order, signal)
  if (!('code' in answer)) return answer
  const { subject = '', ...details } = answer.details
  throw new Failure(answer.code, { ...details, subject: verbatim(subject) }, { message: answer.message })
}

function checkStart(root: string, path: string, places: LocationRules): string {
  try {
    using folder = openObject(path === '.' ? root : `${root}/${path}`)
    const start = checkPlace(root, folder.place, path, 'list')
    places.check(start)
    return start
  } catch (error) {
    throw fileFailure(error, path)
  }
}
