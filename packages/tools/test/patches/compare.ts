// Ours against git's: the same files afterwards, or both refuse.
import { Failure } from '@countersign/protocol'
import { unifiedDiff } from '../../src/files/preview-change.ts'
import { applyPatchToFiles } from '../../src/patches/apply/apply-patch-to-files.ts'
import { parsePatch } from '../../src/patches/parse/parse-patch.ts'
import { createDice } from './dice.ts'
import { miscount, miscountLines } from './edit-texts.ts'
import { type Application, applyWithGit, diffWithGit, sorted } from './git.ts'
import { type Files, makeCase, type PatchCase } from './patch-cases.ts'

export interface Difference {
  readonly seed: number
  readonly why: string
  readonly application: Application
}

export interface Comparison {
  readonly applied: number
  readonly refused: number
  readonly differences: readonly Difference[]
}

/** Every diff of these seeds that says something. */
export function makeApplications(
  seeds: readonly number[],
  sources: readonly string[],
): readonly (Application & { seed: number; before: Files })[] {
  const cases = seeds.map((seed) => makeCase(seed, sources))
  const byGit = diffWithGit(cases)
  return cases
    .map((one, nth) => ({
      seed: one.seed,
      before: one.before,
      target: one.target,
      diff: one.isByGit ? (byGit[nth] as string) : ownDiff(one),
    }))
    .filter(({ diff }) => diff !== '')
}

export function compareWithGit(seeds: readonly number[], sources: readonly string[]): Comparison {
  const applications = makeApplications(seeds, sources).map((one) => ({ ...one, diff: miscount(one.diff, createDice(one.seed)) }))
  const theirs = applyWithGit(applications)
  const differences = applications.flatMap((application, nth) => {
    const ours = applyOurs(application)
    const why = describeDifference(ours, theirs[nth])
    return why === undefined ? [] : [{ seed: application.seed, why, application }]
  })
  const applied = theirs.filter((files) => files !== undefined).length
  return { applied, refused: applications.length - applied, differences }
}

export interface Recounting {
  /** Applied with wrong counts as git applies it with the right ones. */
  readonly recounted: number
  readonly refused: readonly string[]
  readonly differences: readonly Omit<Difference, 'application'>[]
}

/** Diffs whose only fault is the counts of their hunks: what git makes of the right ones, or a refusal, never anything else. */
export function compareRecounted(seeds: readonly number[], sources: readonly string[]): Recounting {
  const right = makeApplications(seeds, sources).map(({ before, ...one }) => ({ ...one, target: before }))
  const wrong = right.map((one) => ({ ...one, diff: miscountLines(one.diff, createDice(one.seed)) }))
  const theirs = applyWithGit(right)
  const ours = wrong.map(applyOurs)
  const refused = ours.filter((files) => typeof files === 'string')
  const differences = ours.flatMap((files, nth) => {
    const why = typeof files === 'string' ? undefined : describeDifference(files, theirs[nth])
    return why === undefined || wrong[nth]?.diff === right[nth]?.diff ? [] : [{ seed: wrong[nth]?.seed ?? 0, why }]
  })
  return { recounted: ours.length - refused.length - differences.length, refused, differences }
}

/** The refusal as a sentence. */
export function applyOurs({ target, diff }: Application): Files | string {
  try {
    const content = (text: string) => ({ bytes: new TextEncoder().encode(text), size: text.length })
    const current = new Map(Object.entries(target).map(([name, text]) => [name, content(text)]))
    const files = { ...target }
    for (const { path, from, after } of applyPatchToFiles(parsePatch(diff), current)) {
      delete files[from ?? path]
      if (after) files[path] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(after)
    }
    return files
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

export function describeDifference(ours: Files | string, theirs: Files | undefined): string | undefined {
  if (typeof ours === 'string') return theirs ? `git applies it, ours: ${ours}` : undefined
  if (!theirs) return 'git refuses it, ours applies'
  const [left, right] = [sorted(ours), sorted(theirs)]
  const at = left.findIndex(([name, text], index) => name !== right[index]?.[0] || text !== right[index]?.[1])
  if (at < 0 && left.length === right.length) return undefined
  return `other result in ${left[at]?.[0] ?? right[left.length]?.[0]}`
}

/** As our own previews show it. */
function ownDiff({ before, after }: PatchCase): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((name) => {
      const [old, next] = [before[name], after[name]]
      const hunks = unifiedDiff(old ?? '', next ?? '')
      const quoted = (prefix: string) => (name.includes('"') ? JSON.stringify(prefix + name) : prefix + name)
      return (
        hunks && `--- ${old === undefined ? '/dev/null' : quoted('a/')}\n+++ ${next === undefined ? '/dev/null' : quoted('b/')}\n${hunks}`
      )
    })
    .join('')
}
