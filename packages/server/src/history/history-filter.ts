// Which calls a history shows: what the table can tell, and what only the row itself tells.
import { agentName, hasRole, type Principal } from '@countersign/core'
import type { Execution, HistoryFilters, ProjectId } from '@countersign/protocol'

export interface HistoryFilter {
  readonly equal: Partial<Execution>
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly matches?: ((execution: Execution) => boolean) | undefined
}

/** Undefined where nothing can be found: the project is not the one that the token is for. */
export function historyFilter(
  principal: Principal,
  filters: HistoryFilters & { project_id?: string | undefined },
): HistoryFilter | undefined {
  const { since, until, search, made_by, project_id: named, ...columns } = filters
  const project_id = (principal.project_id ?? named) as ProjectId | undefined
  if (named !== undefined && named !== project_id) return undefined
  const own = {
    user_id: principal.user_id,
    ...(project_id && { project_id }),
    ...(hasRole(principal, 'agent') && { agent: agentName(principal) }),
  }
  const tests = [...madeBy(made_by), ...containing(search)]
  const matches = tests.length > 0 ? (execution: Execution) => tests.every((test) => test(execution)) : undefined
  return { equal: { ...given(columns), ...own } as Partial<Execution>, since, until, matches }
}

type Test = (execution: Execution) => boolean

const madeBy = (who: 'agents' | 'operator' | undefined): Test[] =>
  who === undefined ? [] : [({ agent }) => agent.startsWith('operator:') === (who === 'operator')]

function containing(search: string | undefined): Test[] {
  if (search === undefined) return []
  const wanted = search.toLowerCase()
  return [
    ({ tool_name, tool_params, error }) => `${tool_name}\n${JSON.stringify(tool_params)}\n${error ?? ''}`.toLowerCase().includes(wanted),
  ]
}

const given = <Filters extends object>(filters: Filters): Partial<Filters> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Partial<Filters>
