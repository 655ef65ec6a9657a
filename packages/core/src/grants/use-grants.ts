// The grants in force for a call, and what using one leaves behind: how often and when last.
import { type Refused, refusalOf } from '@countersign/policy'
import { type Execution, failureForm, type Grant, type ProjectId, sentence } from '@countersign/protocol'
import { findTool, globOfClass, type JudgedCall, keysOf } from '@countersign/tools'
import type { Work } from '../work/core.ts'
import { type Cover, findCover, findNever } from './cover-call.ts'
import { revoke } from './revoke.ts'

type Caller = Pick<Execution, 'project_id' | 'session_id' | 'agent'>

/** What clears a call without asking, if anything. A grant for exactly this call is used up in the same transaction. */
export async function clearCall(work: Work, execution: Execution, judged: JudgedCall): Promise<Cover | undefined> {
  const cover = findCover(judged, judged.risk === 'LOW' ? [] : await activeGrants(work, execution))
  if (!cover) return undefined
  for (const grant of cover.grants) {
    const used = { ...grant, matched: grant.matched + 1, last_used_at: work.at }
    // If another call used the grant first, the operator is asked about this one.
    if (grant.scope === 'exact' && !(await revoke(work, used, { usedBy: execution.id }))) return undefined
    if (grant.scope !== 'exact') await work.tx.grants.update(used, undefined, grant)
  }
  return cover
}

/** The refusal by a grant that says never. A call of no class cannot be meant by one. */
export async function refusalByNever(work: Work, caller: Caller, judged: JudgedCall): Promise<Refused['refusal'] | undefined> {
  if (judged.pieces.every((piece) => keysOf(piece).length === 0)) return undefined
  const grant = findNever(judged, await activeGrants(work, caller))
  if (!grant) return undefined
  await work.tx.grants.update({ ...grant, matched: grant.matched + 1, last_used_at: work.at }, undefined, grant)
  const { user_id: who, covers, covers_form, id } = grant
  const scope = grant.scope === 'project' ? 'subject.denied-in-project' : 'subject.denied-in-session'
  const subject = sentence(scope, { who, covers: covers_form ?? covers })
  return refusalOf('POLICY_DENIED', failureForm('POLICY_DENIED', subject), sentence('advice.revoke-grant', { grant: id }))
}

/** The grants in force for a session and its agent: those of the session, then those of the project. */
export async function activeGrants(work: Work, { project_id, session_id, agent }: Caller): Promise<Grant[]> {
  const ofSession = await work.tx.grants.find({
    equal: { session_id, agent, revoked_at: null },
    range: { column: 'expires_at', atLeast: work.at },
  })
  const ofProject = await projectGrants(work, project_id)
  return [
    ...ofSession.filter(({ scope }) => scope !== 'project'),
    ...ofProject.filter((grant) => grant.every_agent || grant.agent === agent),
  ]
}

async function projectGrants(work: Work, project_id: ProjectId): Promise<Grant[]> {
  const found = await work.tx.grants.find({ equal: { project_id, scope: 'project', revoked_at: null } })
  return found.filter(({ expires_at }) => expires_at === null || expires_at > work.at)
}

/** The files that the call must not change whatever links lead to them, as globs; undefined if there are none. */
export async function deniedPaths(work: Work, execution: Execution): Promise<string[] | undefined> {
  if (!findTool(execution.tool_name)?.changesNamedFiles) return undefined
  const grants = await activeGrants(work, execution)
  const globs = grants.flatMap(({ never, class: key }) => (never && key !== null && globOfClass(key)) || [])
  return globs.length > 0 ? globs : undefined
}
