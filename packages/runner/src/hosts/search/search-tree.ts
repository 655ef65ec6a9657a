// One share of a search: goes through the tree in order and looks into the files that fall to it. Runs in a thread of its own,
// so that a pattern that takes for ever can be ended.
import { createHiddenTest } from '@countersign/policy'
import { LIMITS } from '@countersign/protocol'
import type { CompiledQuery, SearchMatch } from '@countersign/tools'
import { errnoOf } from '../../disk/file-failure.ts'
import { shownName } from '../../disk/names.ts'
import { type Opened, openObject } from '../../disk/open-object.ts'
import { readIgnoreRules, type SeeRules } from '../../disk/walk/ignore-stack.ts'
import { createListFilter, EVERYTHING, type ListFilter } from '../../disk/walk/list-filter.ts'
import type { NameTest } from '../../disk/walk/name-test.ts'
import { type Found, type Walk, type WalkedFolder, walkTree } from '../../disk/walk/walk-tree.ts'
import { readsAlike } from './alike-rules.ts'
import { type Look, readFileText } from './file-text.ts'
import { createFinder, matchLines } from './match-lines.ts'
import { childrenIn } from './name-tree.ts'

export interface SearchPlace {
  readonly root: string
  /** The real name of a folder. */
  readonly start: string
  readonly pattern: string
  /** Globs of names that rules hide. */
  readonly hidden: readonly string[]
  /** The file that was asked for by its name: no pattern and no rule leaves it out. */
  readonly named?: string | undefined
}

export interface ShareOrder extends SearchPlace {
  readonly query: CompiledQuery
  readonly contextLines: number
  /** Only these files, relative to `start`; left out, all of them. */
  readonly files?: readonly string[] | undefined
  /** This one of so many shares; a file falls to one of them by its name. Left out, all of them. */
  readonly share?: Share | undefined
}

interface Share {
  readonly index: number
  readonly of: number
}

export interface ShareResult {
  /** The first ones, in order. */
  readonly matches: readonly SearchMatch[]
  readonly count: number
}

export function searchShare(order: ShareOrder): ShareResult {
  const { root, start, query, contextLines, files, named } = order
  const find = createFinder(query)
  const look = { glance: glanceFor(query), isWorth: (text: string) => find(text, 0) >= 0 }
  const matches: SearchMatch[] = []
  let count = 0
  const onEntry = (folder: WalkedFolder, name: string, { type, isLink }: Found) => {
    const text = type === 'file' && !isLink ? readFileText(folder, name, root, look) : undefined
    if (text === undefined) return
    const wanted = LIMITS.maxSearchMatches - matches.length
    const found = matchLines(text, {
      path: shownName(folder.prefix + name),
      find,
      contextLines,
      wanted,
      maxCount: LIMITS.maxSearchCount - count,
    })
    matches.push(...found.matches)
    count += found.count
  }
  const only = named === undefined ? files : [named]
  walk(order, { onEntry, childrenOf: only && childrenIn(only, start), isDone: () => count >= LIMITS.maxSearchCount }, order.share)
  return { matches, count }
}

/** Whether ripgrep would read these .gitignore files as we do; then what it passes over, we would pass over too. */
export function isReadAlike(place: SearchPlace, ignoreFiles: readonly string[]): boolean {
  let isAlike = true
  const entered = (text: string | undefined) => {
    if (text === undefined || !readsAlike(text)) isAlike = false
  }
  const prefix = place.start === '.' ? '' : `${place.start}/`
  const within = ignoreFiles.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
  walk(place, { onEntry: () => undefined, childrenOf: childrenIn(within, place.start), isDone: () => !isAlike, see: { entered } })
  return isAlike
}

interface Looks extends Pick<Walk, 'onEntry' | 'childrenOf' | 'isDone'> {
  readonly see?: SeeRules
}

function walk({ root, start, pattern, named, hidden }: SearchPlace, { see, ...looks }: Looks, share?: Share): void {
  using folder = openStart(root, start)
  if (!folder) return
  const above = readIgnoreRules(root, start, { recursive: true, ignored: named !== undefined }, see)
  const filter = named === undefined ? createListFilter(pattern) : EVERYTHING
  walkTree(
    { root, start, recursive: true, filter: share ? onlyShare(filter, share) : filter, isHidden: createHiddenTest(hidden), ...looks },
    folder,
    above,
  )
}

/** Folders are gone into all the same: only what is a file can be left out by its name. */
const onlyShare = (filter: ListFilter, share: Share): ListFilter => ({
  ...filter,
  in: (folder) => {
    const [isShown, falls] = [filter.in(folder), sharing(share, folder)]
    return (name) => falls(name) && isShown(name)
  },
})

/** The folder was checked a moment ago; where another lies there by now, there is nothing to search. */
function openStart(root: string, start: string): Opened | undefined {
  const place = start === '.' ? root : `${root}/${start}`
  try {
    const folder = openObject(place, { follow: false })
    if (folder.place === place && folder.stats.isDirectory()) return folder
    folder[Symbol.dispose]()
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
  }
  return undefined
}

/** A plain text is looked for in the bytes first; a pattern needs the text. */
function glanceFor({ literal }: CompiledQuery): Look['glance'] {
  if (literal === undefined) return () => true
  const bytes = Buffer.from(literal)
  return (content) => content.includes(bytes)
}

function sharing({ index, of }: Share, folder: string): NameTest {
  const start = sumOf(folder, 0)
  return of === 1 ? () => true : (name) => (sumOf(name, start) >>> 0) % of === index
}

function sumOf(text: string, start: number): number {
  let sum = start
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0
  return sum
}
