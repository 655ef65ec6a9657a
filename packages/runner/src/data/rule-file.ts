// Reads a file of rules, if nobody but its owner could have written it: it lies in no workspace, and neither it nor a folder or link
// on the way to it can be changed by others. Whoever could write there would decide what is asked.
import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { Failure, type Sentence, sentence } from '@countersign/protocol'
import { errnoOf } from '../disk/file-failure.ts'
import { isInside } from '../disk/names.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_LINKS = 40
const BY_OTHERS = 0o022
const STICKY = 0o1000

export interface RuleFilePlace {
  /** Left out where there is none. */
  readonly workspace?: string | undefined
}

/** Throws as the system does where there is no such file. */
export function readRuleFile(file: string, { workspace }: RuleFilePlace): string {
  const way = placesOnTheWay(resolve(file))
  if (workspace !== undefined && way.some((place) => isInside(realpathSync.native(workspace), place)))
    throw refuse(sentence('rules.in-workspace', { file }))
  const descriptor = openSync(file, 'r')
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw refuse(sentence('rules.not-file', { file }))
    if (stats.size > MAX_BYTES) throw refuse(sentence('rules.too-large', { file, count: MAX_BYTES }))
    requireOurs(file, stats)
    for (const place of way) requireOurs(dirname(place), statSync(dirname(place)))
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

export function readRuleFileIfPresent(file: string, place: RuleFilePlace): string | undefined {
  try {
    return readRuleFile(file, place)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** In a sticky folder others may add files, but not replace ours. */
function requireOurs(path: string, stats: Stats): void {
  const { uid, mode } = stats
  const own = process.getuid?.()
  if (own === undefined) return
  if (uid !== own && uid !== 0) throw refuse(sentence('rules.other-owner', { path }))
  const isSticky = stats.isDirectory() && (mode & STICKY) !== 0
  if ((mode & BY_OTHERS) !== 0 && !isSticky) throw refuse(sentence('rules.others-write', { path }))
}

const refuse = (subject: Sentence): Failure => new Failure('INVALID_PATH', { subject })

/** Every name that is looked up until the file is reached, links included, each with no link above it. */
function placesOnTheWay(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '')
  const places: string[] = []
  let folder = '/'
  for (let links = 0; names.length > 0; ) {
    const name = names.shift() as string
    if (name === '.' || name === '') continue
    if (name === '..') {
      folder = dirname(folder)
      continue
    }
    const place = join(folder, name)
    places.push(place)
    const target = lstatSync(place).isSymbolicLink() ? readlinkSync(place) : undefined
    if (target === undefined) folder = place
    else if (++links > MAX_LINKS) throw refuse(sentence('rules.link-circle', { path }))
    else {
      if (isAbsolute(target)) folder = '/'
      names.unshift(...target.split('/'))
    }
  }
  return places
}
