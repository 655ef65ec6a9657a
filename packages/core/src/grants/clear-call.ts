// What clears a call without asking, if anything. A grant for exactly this call is used up in the same transaction.
import type { ClearedBy, Execution } from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'
import type { Work } from '../core.ts'
import { coveredBy } from '../executions/judgement/covered-by.ts'
import { activeGrants } from './active.ts'
import { revoke } from './revoke.ts'

export async function clearCall(work: Work, execution: Execution, judged: JudgedCall): Promise<ClearedBy | undefined> {
  const grants = await activeGrants(work, execution.session_id, execution.agent)
  const by = coveredBy(judged, grants)
  const grant = by?.kind === 'grant' ? grants.find(({ id }) => id === by.grant_id) : undefined
  if (!grant) return by
  const used = { ...grant, matched: grant.matched + 1 }
  // Where another call was first, this one is asked.
  if (grant.scope === 'exact') return (await revoke(work, used, execution.id)) ? by : undefined
  await work.tx.grants.update(used)
  return by
}
