// The limits of one turn. The person sees where it stopped and decides whether to continue.
import { LIMITS, type Sentence, sentence, type Turn } from '@countersign/protocol'

export function limitReached({ steps, input_tokens, output_tokens, created_at }: Turn, now: number): Sentence | undefined {
  if (steps >= LIMITS.maxTurnSteps) return sentence('turn.steps', { count: steps })
  if (millisecondsLeft({ created_at }, now) <= 0) return TIME_UP
  const tokens = input_tokens + output_tokens
  return tokens >= LIMITS.maxTurnTokens ? sentence('turn.tokens', { count: tokens }) : undefined
}

export const millisecondsLeft = ({ created_at }: Pick<Turn, 'created_at'>, now: number): number =>
  Date.parse(created_at) + LIMITS.maxTurnMinutes * 60_000 - now

export const TIME_UP = sentence('turn.minutes', { count: LIMITS.maxTurnMinutes })
