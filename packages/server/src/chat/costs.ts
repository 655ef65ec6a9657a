// What turns have cost, by the prices currently configured for their models.
import type { Model, Prices } from '@countersign/agent'
import type { CostView, SessionView, Turn } from '@countersign/protocol'

type Used = Pick<Turn, 'model' | 'input_tokens' | 'output_tokens'>

const MILLION = 1_000_000

export interface Costs {
  costOf(turn: Used): CostView
  usageOf(turns: readonly Used[]): SessionView['usage']
}

export function createCosts(models: readonly Model[]): Costs {
  const pricesOf = ({ model }: Used): Prices | undefined => models.find(({ name }) => name === model)?.prices
  const costOf = (turn: Used): CostView => {
    const prices = pricesOf(turn)
    if (!prices) return null
    const amount = (turn.input_tokens * prices.input + turn.output_tokens * prices.output) / MILLION
    return { amount: rounded(amount), currency: prices.currency }
  }
  return {
    costOf,
    usageOf: (turns) => ({
      turns: turns.length,
      input_tokens: sum(turns.map(({ input_tokens }) => input_tokens)),
      output_tokens: sum(turns.map(({ output_tokens }) => output_tokens)),
      cost: joined(turns.map(costOf)),
    }),
  }
}

/** Unknown if any of the costs is unknown or if they are in different currencies. */
function joined(costs: readonly CostView[]): CostView {
  const [first] = costs
  if (!first || costs.some((cost) => cost?.currency !== first.currency)) return null
  return { amount: rounded(sum(costs.map((cost) => cost?.amount ?? 0))), currency: first.currency }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const rounded = (amount: number): number => Math.round(amount * MILLION) / MILLION
