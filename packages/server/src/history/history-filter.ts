// Selects the calls that a history shows: some conditions are checked by the store, the others on each row.
import { agentName, type CallQuery, hasRole, type Principal } from '@countersign/core'
import { type Execution, type HistoryFilters, isRefused, type ProjectId } from '@countersign/protocol'

export type HistoryFilter = Omit<CallQuery, 'limit' | 'maxBytes' | 'after'>

/** Undefined if nothing can match: the filter names a project or an agent that the token cannot see. */
export function historyFilter(
  principal: Principal,
  filters: HistoryFilters & { project_id?: string | undefined },
): HistoryFilter | undefined {
  const { search, refused, project_id: named, agent, ...columns } = filters
  const project_id = (principal.project_id ?? named) as ProjectId | undefined
  if (named !== undefined && named !== project_id) return undefined
  const own = hasRole(principal, 'agent') ? agentName(principal) : undefined
  if (own !== undefined && agent !== undefined && agent !== own) return undefined
  return {
    ...columns,
    user_id: principal.user_id,
    project_id,
    agent: own ?? agent,
    matches: allOf([containing(search), refusedOrNot(refused)]),
  }
}

type Test = (execution: Execution) => boolean

function allOf(given: readonly (Test | undefined)[]): Test | undefined {
  const tests = given.filter((test) => test !== undefined)
  return tests.length > 0 ? (execution) => tests.every((test) => test(execution)) : undefined
}

const refusedOrNot = (refused: 'true' | 'false' | undefined): Test | undefined =>
  refused && ((execution) => isRefused({ ...execution, error_code: execution.error_type }) === (refused === 'true'))

function containing(search: string | undefined): Test | undefined {
  if (search === undefined) return undefined
  const wanted = search.toLowerCase()
  return ({ tool_name, tool_params, error }) =>
    `${tool_name}\n${JSON.stringify(tool_params)}\n${error ?? ''}`.toLowerCase().includes(wanted)
}
