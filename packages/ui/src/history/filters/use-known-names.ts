// Names to choose from: the tools of this project, the agents that had a session, and the current choice.
import { useMirror, useProject } from '../../connection/project-context.ts'
import { useFetched } from '../../shared/hooks/use-fetched.ts'
import type { Filters } from './filters.ts'

export function useKnownNames({ tool, who }: Filters): { tools: string[]; agents: string[] } {
  const { client, projectId: p } = useProject()
  const read = async (signal: AbortSignal) => (await client.availableTools({ params: { p }, signal })).tools.map(({ name }) => name)
  const { data: offered = [] } = useFetched({ read, key: p })
  const known = useMirror(({ sessions }) => [...new Set([...sessions.values()].map(({ agent }) => agent))])
  const agents = known.filter((name) => !name.startsWith('operator:'))
  return { tools: sorted([...offered, 'undo', tool]), agents: sorted([...agents, who.startsWith('@') ? who.slice(1) : '']) }
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => name !== '').sort()
