export {
  COMMAND_TOOLS,
  createHiddenTest,
  createPathTest,
  decidingRule,
  hiddenGlobs,
  isDeniedOutright,
  isNamedOrBelow,
  matchesRule,
  NO_POLICY,
  type PathTest,
  type Policy,
  policyVersion,
} from './apply-rules.ts'
export type { CallSubject } from './call-subject.ts'
export { explainRule } from './explain-rule.ts'
export { PolicyFileError, parsePolicy, parseRunnerRules } from './parse-policy.ts'
export { type Rule, ruleSchema } from './policy-file.ts'
