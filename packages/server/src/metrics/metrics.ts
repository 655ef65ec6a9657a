// Counts what the server does. The registry is loaded with the first scrape or after enough counts, which makes the start faster.

import type { Answer, Clock, Decided, Engine, Principal } from '@countersign/core'
import { type Approval, DISMISSED, isEnd, loadOnce, type QuestionAnswer, type Risk } from '@countersign/protocol'
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

type Answers = Pick<Engine, 'decide' | 'answer'>

interface AnswerParts {
  readonly engine: Engine
  readonly metrics: Metrics
  readonly clock: Clock
}

/** The operator's answers to approvals and questions from every channel: passed to the engine and measured. */
export function createAnswers({ engine, metrics, clock }: AnswerParts): Answers {
  const measured = async (approval: Approval, answer: string, decided: Promise<Decided>): Promise<Decided> => {
    const result = await decided
    if (approval.status === 'pending') metrics.decided(answer, approval.risk_level, clock.now() - Date.parse(approval.created_at))
    return result
  }
  return {
    decide: (principal: Principal, approval: Approval, answer: Answer) =>
      measured(approval, answer.decision, engine.decide(principal, approval, answer)),
    answer: (principal: Principal, question: Approval, answer: QuestionAnswer) =>
      measured(question, answer.action === DISMISSED ? DISMISSED : 'answered', engine.answer(principal, question, answer)),
  }
}
