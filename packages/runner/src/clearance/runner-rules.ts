// The runner's own rules, from files on its machine: they refuse, or leave a call to a person's own answer. They never allow.
import { parseRunnerRules, type Rule } from '@countersign/policy'
import { TOOL_NAMES } from '@countersign/tools'
import { readRuleFile, readRuleFileIfPresent } from '../data/rule-file.ts'

export interface RulesPlaces {
  readonly workspace: string
  /** The file in the data folder; it may be missing. */
  readonly own: string
  /** Named by who started the runner; it must be there. */
  readonly given?: string | undefined
}

/** Both files count: rules that only tighten cannot contradict each other. */
export function readRunnerRules({ workspace, own, given }: RulesPlaces): readonly Rule[] {
  const text = readRuleFileIfPresent(own, { workspace })
  const more = given === undefined ? [] : parseRunnerRules(readRuleFile(given, { workspace }), given, TOOL_NAMES)
  return [...(text === undefined ? [] : parseRunnerRules(text, own, TOOL_NAMES)), ...more]
}
