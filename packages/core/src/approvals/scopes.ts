// The scopes that one answer may cover, in words that the operator reads before choosing.
import { type Execution, inEnglish, type OfferedScope, type Scope, sentence } from '@countersign/protocol'
import type { CallClass, JudgedCall } from '@countersign/tools'
import type { Work } from '../work/core.ts'

/** High enough to show that there are many. */
const MAX_COUNTED = 100

export async function offeredScopes(work: Work, execution: Execution, judged: JudgedCall): Promise<OfferedScope[]> {
  const { agent, project_id } = execution
  const once = offer('once', { label: sentence('scope.once-label'), covers: sentence('scope.once') })
  const session = offer('session', {
    label: sentence('scope.session-label'),
    covers: sentence('scope.session', { agent }),
    warning: sentence('scope.session-warning'),
  })
  const classes: OfferedScope[] = []
  // A call that was previewed first is already on record; it does not count as an earlier call.
  const own = (await work.tx.executions.get(execution.id))?.call_class
  for (const { key, ...words } of judged.classes) {
    const matched = await work.tx.executions.count({ equal: { project_id, call_class: key }, limit: MAX_COUNTED })
    const earlier = own === key ? matched - 1 : matched
    classes.push({ ...offer('class', words), class: key, ...(!words.warning && { matched: earlier }) })
  }
  return [once, ...classes, session]
}

type ScopeWords = Omit<CallClass, 'key'>

const offer = (scope: Scope, { label, covers, warning }: ScopeWords): OfferedScope => ({
  scope,
  label: inEnglish(label),
  label_form: label,
  covers: inEnglish(covers),
  covers_form: covers,
  ...(warning && { warning: inEnglish(warning), warning_form: warning }),
})
