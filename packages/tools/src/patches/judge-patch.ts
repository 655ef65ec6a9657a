// The judgement of a patch: each file that it names is judged like a write, a deleted one like a deletion.
import {
  combine,
  type Facts,
  isRefused,
  type Judgement,
  judgePathUse,
  type PathUse,
  printable,
  refusalOf,
  refuse,
} from '@countersign/policy'
import { Failure, sentence } from '@countersign/protocol'
import { parsePatch } from './parse/parse-patch.ts'
import { type FilePatch, namesOf, type Patch } from './patch.ts'

/** A diff that cannot be parsed becomes a refusal with an explanation. */
export function judgePatch(diff: string, facts: Facts): Judgement {
  try {
    const { files } = parsePatch(diff)
    const judged = combine(...files.map((file) => judgeFile(file, facts)))
    return isRefused(judged) ? judged : (refuseMeeting(files.flatMap(namesOf), facts) ?? judged)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { refusal: refusalOf(error.code, error.messageForm) }
  }
}

export function judgeFile(file: FilePatch, facts: Facts): Judgement {
  const use: PathUse = file.change === 'delete' ? 'delete' : 'write'
  return combine(...namesOf(file).map((name) => judgePathUse(name, use, facts)))
}

/** Two names of one file, or a file where another needs a folder: whichever came last would win. */
function refuseMeeting(names: readonly string[], facts: Facts): Judgement | undefined {
  const places = names.map((name) => resolve(name, facts))
  const taken = new Set(places)
  const isUnderAnother = places.find((place) => parentsOf(place).some((parent) => taken.has(parent)))
  if (taken.size === places.length && isUnderAnother === undefined) return undefined
  const subject = isUnderAnother ?? names[places.findIndex((place, nth) => places.indexOf(place) !== nth)]
  return refuse('INVALID_ARGUMENTS', sentence('problem.same-place', { path: printable(subject ?? '') }))
}

function resolve(name: string, facts: Facts): string {
  const resolved = facts.resolve?.(name)
  return resolved && 'path' in resolved ? resolved.path : name
}

const parentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, depth, names) => names.slice(0, depth + 1).join('/'))

/** For texts that are made before or besides the judgement: an empty patch if the diff cannot be parsed. */
export function readPatch(diff: string): Patch {
  try {
    return parsePatch(diff)
  } catch (error) {
    if (error instanceof Failure) return { files: [], total: 0 }
    throw error
  }
}
