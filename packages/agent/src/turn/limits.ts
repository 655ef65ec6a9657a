// The limits of one turn. The person sees where it stopped and decides whether to continue.
import { LIMITS, type Turn } from '@countersign/protocol'

export function limitReached({ steps, input_tokens, output_tokens, created_at }: Turn, now: number): string | undefined {
  if (steps >= LIMITS.maxTurnSteps) return reached('taken', steps, 'steps')
  if (millisecondsLeft({ created_at }, now) <= 0) return TIME_UP
  const tokens = input_tokens + output_tokens
  return tokens >= LIMITS.maxTurnTokens ? reached('used', tokens, 'tokens') : undefined
}

export const millisecondsLeft = ({ created_at }: Pick<Turn, 'created_at'>, now: number): number =>
  Date.parse(created_at) + LIMITS.maxTurnMinutes * 60_000 - now

const reached = (verb: string, count: number, unit: string): string =>
  `The turn has ${verb} ${count} ${unit}, which is the limit. Write again to go on.`

export const TIME_UP = reached('taken', LIMITS.maxTurnMinutes, 'minutes')
