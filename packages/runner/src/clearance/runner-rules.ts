// The runner's own rules, from files on its machine: they refuse, or leave a call to a person's own answer. They never allow.
import { readFileSync, realpathSync } from 'node:fs'
import { parseRunnerRules, type Rule } from '@countersign/policy'
import { Failure } from '@countersign/protocol'
import { readIfPresent } from '../data/read-if-present.ts'
import { isInside } from '../hosts/files/place.ts'

export interface RulesPlaces {
  readonly workspace: string
  /** Of the data folder; it may be missing. */
  readonly own: string
  /** Named by who started the runner; it must be there. */
  readonly given?: string | undefined
}

/** Both files count: rules that only tighten cannot contradict each other. */
export function readRunnerRules({ workspace, own, given }: RulesPlaces): readonly Rule[] {
  const text = readIfPresent(own)
  return [...(text === undefined ? [] : parseRunnerRules(text, own)), ...(given === undefined ? [] : readGiven(given, workspace))]
}

function readGiven(file: string, workspace: string): readonly Rule[] {
  // Whoever may write in the workspace could loosen them.
  if (isInside(workspace, realpathSync.native(file)))
    throw new Failure('INVALID_PATH', { subject: `${file} lies in the workspace; rules of the runner never do` })
  return parseRunnerRules(readFileSync(file, 'utf8'), file)
}
