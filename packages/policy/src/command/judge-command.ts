// The verdict on one program call (no shell): allowed or refused, at which risk, for which reasons.
import { type Facts, type Judgement, judgeSafely } from '../risk/index.ts'
import { judgeReading } from './judge-reading.ts'
import { parseCall, readHidingCharacters } from './parse-call.ts'
import { readCommand } from './read-command.ts'
import { finding, joinReadings, type PathOperand, reading } from './reading.ts'

export interface UnparsedCall {
  readonly command: unknown
  readonly args: unknown
}

export function judgeCommand(call: UnparsedCall, facts: Facts): Judgement {
  return judgeSafely(() => {
    const parsed = parseCall(call)
    if ('refusal' in parsed) return parsed
    const found = joinReadings(
      readCommand(parsed.command, parsed.args, facts.extraCommands),
      readHidingCharacters(parsed.args),
      facts.isolation === 'sandbox' ? reading({}) : finding('MEDIUM', 'reason.no-sandbox'),
    )
    return judgeReading(found, facts)
  })
}

/** Which arguments are paths: for the sandbox, which binds them, and for previews. Empty for a call that cannot be parsed. */
export function commandPathOperands(call: UnparsedCall): readonly PathOperand[] {
  try {
    const parsed = parseCall(call)
    if ('refusal' in parsed) return []
    return readCommand(parsed.command, parsed.args, undefined).paths.toSorted((one, other) => one.index - other.index)
  } catch {
    // judgeCommand refuses such a call; there is nothing to bind or show.
    return []
  }
}
