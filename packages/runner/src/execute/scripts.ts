// The scripts of the workspace that a command runs by name: their text as it is on the disk now, and whether it is still the text to which
// an answer is bound.
import {
  type BaseDigests,
  type Clearance,
  type Digest,
  Failure,
  type ScriptPreview,
  type ScriptRef,
  scriptOfKey,
  sentence,
} from '@countersign/protocol'
import { readScriptText } from '@countersign/tools'
import { needsAnswer } from '../clearance/check-clearance.ts'
import { type LocationRules, NO_LOCATION_RULES } from '../disk/names.ts'
import type { Machine } from './call-ports.ts'

export interface ScriptNow {
  readonly ref: ScriptRef
  readonly digest: Digest | null
  readonly shown: ScriptPreview
}

interface Reading {
  readonly signal: AbortSignal
  /** What is shown leaves this machine, so that the rules about files hold for it. */
  readonly places?: LocationRules
}

export async function readScripts(
  machine: Machine,
  refs: readonly ScriptRef[],
  { signal, places = NO_LOCATION_RULES }: Reading,
): Promise<ScriptNow[]> {
  const workspace = machine.workspace({ expected: {}, signal, places })
  const read = async (path: string) => (await workspace.readIfPresent(path))?.bytes
  return Promise.all(
    refs.map(async (ref) => {
      const { digest, ...shown } = await readScriptText(ref, read)
      return { ref, digest, shown }
    }),
  )
}

/** Nothing runs if a script has another text than the answer was about: a grant gives the call back to be asked, an answer ends it. */
export async function checkScripts(machine: Machine, { base_digests, by }: Clearance, signal: AbortSignal): Promise<void> {
  const bound = boundScripts(base_digests)
  if (bound.length === 0) return
  const now = await readScripts(
    machine,
    bound.map(({ ref }) => ref),
    { signal },
  )
  const changed = now.find(({ digest }, index) => digest !== bound[index]?.digest)
  if (!changed) return
  const subject = sentence('subject.script-changed', { words: changed.shown.words, path: changed.shown.path })
  throw by.kind === 'grant' ? needsAnswer(subject) : new Failure('FILE_CHANGED', { subject })
}

const boundScripts = (digests: BaseDigests): { readonly ref: ScriptRef; readonly digest: Digest | null }[] =>
  Object.entries(digests).flatMap(([key, digest]) => {
    const ref = scriptOfKey(key)
    return ref ? [{ ref, digest }] : []
  })
