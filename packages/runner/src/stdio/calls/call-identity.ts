// Which call is which. The parent names calls; the journal knows attempts. The same name with the same arguments is the same
// attempt, in this life and in the next, so that the journal's promise holds for the parent's names.
import { hash, randomBytes } from 'node:crypto'
import { type AttemptId, type CodelabMessageOf, canonicalJson, type ExecutionId, uuidv7 } from '@countersign/protocol'

export interface CallIdentity {
  /** New each time: what undo keeps belongs to one execution, and a parent may use its names again on another day. */
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
}

export function identityOf({ call_id, tool_name, args }: CodelabMessageOf<'tool_call'>, now: number): CallIdentity {
  return { tool_id: uuidv7(now, randomBytes(10)), attempt_id: idOf(`${call_id}\n${canonicalJson({ tool_name, args })}`) }
}

/** A UUID of version 8, whose bits are the program's own choice. */
function idOf(text: string): AttemptId {
  const hex = hash('sha256', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}` as AttemptId
}
