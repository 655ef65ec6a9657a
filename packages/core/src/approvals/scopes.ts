// What one answer may cover, in words that the operator reads before choosing.
import type { Execution, OfferedScope } from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'
import type { Work } from '../work/core.ts'

/** Enough to see that it is many. */
const MAX_COUNTED = 100

export async function offeredScopes(work: Work, execution: Execution, judged: JudgedCall): Promise<OfferedScope[]> {
  const { agent, project_id } = execution
  const once: OfferedScope = { scope: 'once', label: 'Only this call', covers: 'exactly what is shown, once' }
  const session: OfferedScope = {
    scope: 'session',
    label: 'Every call in this session',
    covers: `every call of ${agent} in this session, HIGH risk only if you say so`,
    warning: 'The agent then writes and runs without asking.',
  }
  const classes: OfferedScope[] = []
  // A call that was previewed first is on record already, and is no earlier one.
  const own = (await work.tx.executions.get(execution.id))?.call_class
  for (const { key, label, covers, warning } of judged.classes) {
    const matched = await work.tx.executions.count({ equal: { project_id, call_class: key }, limit: MAX_COUNTED })
    const earlier = own === key ? matched - 1 : matched
    classes.push({ scope: 'class', class: key, label, covers, ...(warning ? { warning } : { matched: earlier }) })
  }
  return [once, ...classes, session]
}
