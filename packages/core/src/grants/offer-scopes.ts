// What one answer may cover, as the approval offers it: this call, a class of calls in this session, the session, and a class of calls in
// this project. Every offer of classes covers the call that it stands on: if the call has several pieces, all of them together.

import { NEVER_COVERED } from '@countersign/policy'
import {
  type BaseDigests,
  type BoundScript,
  type Execution,
  inEnglish,
  type OfferedPart,
  type OfferedScope,
  type Scope,
  type Sentence,
  scriptKey,
  sentence,
} from '@countersign/protocol'
import type { CallClass, JudgedCall } from '@countersign/tools'
import type { Core, Work } from '../work/core.ts'
import { isPlainKey, matchedCalls } from './call-classes.ts'
import { type ClassSet, classSets } from './class-sets.ts'

export interface Offering {
  readonly execution: Execution
  readonly judged: JudgedCall
  /** With the digests of the scripts that were shown. */
  readonly base_digests: BaseDigests
}

export async function offeredScopes(core: Core, work: Work, { execution, judged, base_digests }: Offering): Promise<OfferedScope[]> {
  const once = offer('once', { label: sentence('scope.once-label'), covers: sentence('scope.once') })
  // Such a call is asked about each time: a wider answer would not even cover this one.
  if (judged.needs.some((need) => NEVER_COVERED.has(need))) return [once]
  const session = offer('session', {
    label: sentence('scope.session-label'),
    covers: sentence('scope.session', { agent: execution.agent }),
    warning: sentence('scope.session-warning'),
  })
  const sets = classSets(judged.pieces, (one) => canOffer(core, one, base_digests))
  const classes: OfferedScope[] = []
  const lasting: OfferedScope[] = []
  for (const set of sets) {
    const matched = await matchedBySet(work, execution, set)
    classes.push({ ...offerSet('class', set, base_digests), ...(!set[0]?.warning && { matched: matched.matched }) })
    if (set.every((one) => one.lasting)) lasting.push({ ...offerSet('project', set, base_digests), ...matched })
  }
  return [once, ...classes, session, ...lasting]
}

/** A class that binds a script is offered only with the text of the script at hand. */
const canOffer = (core: Core, { key, script }: CallClass, digests: BaseDigests): boolean =>
  isPlainKey(core, key) && (!script || scriptKey(script) in digests)

async function matchedBySet(work: Work, { id, project_id }: Execution, set: ClassSet) {
  const found = await Promise.all(set.map(({ key }) => matchedCalls(work, project_id, { key, besides: id })))
  // A call that needs several grants is of all their classes: the rarest of them says most.
  return found.reduce((least, one) => (one.matched < least.matched ? one : least))
}

function offerSet(scope: 'class' | 'project', set: ClassSet, digests: BaseDigests): OfferedScope {
  const [first] = set as [CallClass]
  const label = joined(set.map((one) => one.label))
  const words = {
    label: scope === 'project' ? sentence('scope.project-label', { label }) : label,
    covers: joined(set.map(({ covers }) => covers)),
    ...(first.warning && { warning: first.warning }),
  }
  if (set.length === 1) return { ...offer(scope, words), class: first.key, ...bound(first, digests) }
  return { ...offer(scope, words), class: set.map(({ key }) => key).join(' & '), parts: set.map((one) => offerPart(one, digests)) }
}

const joined = (sentences: readonly Sentence[]): Sentence => sentences.reduce((first, second) => sentence('scope.and', { first, second }))

const offerPart = (one: CallClass, digests: BaseDigests): OfferedPart => ({
  class: one.key,
  label: inEnglish(one.label),
  label_form: one.label,
  covers: inEnglish(one.covers),
  covers_form: one.covers,
  ...bound(one, digests),
})

const bound = ({ script }: CallClass, digests: BaseDigests): { script?: BoundScript } =>
  script ? { script: { ...script, digest: digests[scriptKey(script)] ?? null } } : {}

type ScopeWords = Pick<CallClass, 'label' | 'covers' | 'warning'>

const offer = (scope: Scope, { label, covers, warning }: ScopeWords): OfferedScope => ({
  scope,
  label: inEnglish(label),
  label_form: label,
  covers: inEnglish(covers),
  covers_form: covers,
  ...(warning && { warning: inEnglish(warning), warning_form: warning }),
})
