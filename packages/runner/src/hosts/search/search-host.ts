// Search in the workspace. Ripgrep, where it is installed and can be sandboxed, finds the files that are worth a look; the answer
// always comes from our own reading of the checked files, so that it is the same without ripgrep.
import { LIMITS, sentence } from '@countersign/protocol'
import type { SearchMatch, SearchRequest, SearchResult } from '@countersign/tools'
import { failureAt } from '../../disk/file-failure.ts'
import { checkedPath, checkPlace, type LocationRules, NO_LOCATION_RULES } from '../../disk/names.ts'
import { openObject } from '../../disk/open-object.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { limitTime } from '../time/limit-time.ts'
import { comparePaths } from './compare-paths.ts'
import { findCandidates, findRipgrep } from './ripgrep.ts'
import { type SearchThreads, THREADS } from './search-threads.ts'
import type { SearchPlace, ShareOrder, ShareResult } from './search-tree.ts'

export interface SearchHostOptions {
  readonly root: string
  readonly threads: SearchThreads
  /** Left out, ripgrep is not used. */
  readonly sandbox?: Sandbox | undefined
  readonly places?: LocationRules
}

export async function searchWorkspace(options: SearchHostOptions, request: SearchRequest): Promise<SearchResult> {
  const { root, threads, sandbox, places = NO_LOCATION_RULES } = options
  const where = findPlace(root, request, places)
  const order = { ...where, query: request.query, contextLines: request.contextLines }
  using time = limitTime({ seconds: LIMITS.maxSearchSeconds, subject: TOOK_TOO_LONG, signal: request.signal })
  const path = sandbox?.isolation === 'sandbox' && where.named === undefined ? findRipgrep(root) : undefined
  const files =
    path && sandbox?.isolation === 'sandbox' ? await findCandidates({ path, sandbox }, where, request.query, time.signal) : undefined
  return merge(await Promise.all(sharesOf(order, files).map((share) => threads.ask(share, time.signal))))
}

const TOOK_TOO_LONG = sentence('search.took-too-long', { count: LIMITS.maxSearchSeconds })

type Order = Omit<ShareOrder, 'share' | 'files'>

/** The folder to search; for a file its folder and just that file. */
function findPlace(root: string, { path, pattern }: SearchRequest, { hidden, check }: LocationRules): SearchPlace {
  using object = openObject(path === '.' ? root : `${root}/${path}`)
  const start = checkPlace(root, object.place, path, 'search')
  check(start)
  if (object.stats.isDirectory()) return { root, start, pattern, hidden }
  if (!object.stats.isFile()) throw failureAt('INVALID_PATH', path, 'file.neither')
  // A folder may have a name that a file may not have.
  checkedPath(path, 'read')
  const name = checkPlace(root, object.place, '', 'read')
  const slash = name.lastIndexOf('/')
  return { root, start: slash < 0 ? '.' : name.slice(0, slash), pattern, hidden, named: name.slice(slash + 1) }
}

/** Few files are not worth a second thread. */
const FILES_PER_THREAD = 200

function sharesOf(order: Order, files: readonly string[] | undefined): ShareOrder[] {
  if (order.named !== undefined) return [order]
  if (!files) return Array.from({ length: THREADS }, (_, index) => ({ ...order, share: { index, of: THREADS } }))
  const of = Math.max(1, Math.min(THREADS, Math.ceil(files.length / FILES_PER_THREAD)))
  // Files of one folder come together, so that few folders are opened twice.
  const size = Math.ceil(files.length / of)
  return Array.from({ length: of }, (_, index) => ({ ...order, files: files.slice(index * size, (index + 1) * size) }))
}

/** The first ones of all shares, in order, as many as fit into one result. */
function merge(shares: readonly ShareResult[]): SearchResult {
  const all = shares.flatMap(({ matches }) => matches)
  if (shares.length > 1) all.sort((one, other) => comparePaths(one.path, other.path) || one.line - other.line)
  let [size, taken] = [0, 0]
  for (const match of all.slice(0, LIMITS.maxSearchMatches)) {
    size += sizeOf(match)
    if (size > LIMITS.maxSearchCharacters) break
    taken++
  }
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  return { matches: all.slice(0, taken), total: Math.min(total, LIMITS.maxSearchCount) }
}

const sizeOf = ({ path, text, before, after }: SearchMatch): number =>
  [path, text, ...before, ...after].reduce((sum, { length }) => sum + length, 0)
