// Counts what the server does. The registry is loaded with the first scrape or after enough counts, which makes the start faster.

import type { Engine } from '@countersign/core'
import { isEnd, loadOnce, type Risk } from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import type { Observation } from './observation.ts'

export interface Metrics {
  answered(route: string, status: number, milliseconds: number): void
  decided(decision: string, risk: Risk, milliseconds: number): void
  render(): Promise<{ readonly contentType: string; readonly text: string }>
}

type Registry = ReturnType<typeof import('./registry.ts').createRegistry>

const MAX_EARLY = 1000
/** The maximum number of observations held while the registry cannot be loaded. */
const MAX_KEPT = 100_000

export function createMetrics(
  { watchExecutions, onDefect }: Pick<Engine, 'watchExecutions' | 'onDefect'>,
  openStreams: () => number,
): Metrics {
  let early: Observation[] = []
  let registry: Registry | undefined

  const loaded = loadOnce(async (): Promise<Registry> => {
    const { createRegistry } = await import('./registry.ts')
    registry = createRegistry(openStreams)
    for (const observation of early) registry.observe(observation)
    early = []
    return registry
  })
  const observe = (observation: Observation): void => {
    if (early.length >= MAX_KEPT) early = []
    if (registry) registry.observe(observation)
    else if (early.push(observation) % MAX_EARLY === 0) loaded().catch((error: unknown) => onDefect(error, 'metrics'))
  }
  watchExecutions(({ execution: { tool_name, risk_level, status }, moves }) => {
    if (moves.length > 0 && isEnd(status)) observe({ kind: 'ended', tool: knownName(tool_name), risk: risk_level ?? 'none', status })
  })
  return {
    answered: (route, status, milliseconds) => observe({ kind: 'answered', route, status, seconds: milliseconds / 1000 }),
    decided: (decision, risk, milliseconds) => observe({ kind: 'decided', decision, risk, seconds: milliseconds / 1000 }),
    render: async () => (await loaded()).render(),
  }
}

/** Unknown names share one label; one label for each name an agent invents would fill the memory. */
const knownName = (name: string): string => findTool(name)?.name ?? 'unknown'
