// Keeps the mirror small: the oldest calls, turns and outputs go first. Maps keep the order in which they were filled.
import { hasEnded } from './call.ts'
import type { Draft } from './draft.ts'
import { KEPT } from './state.ts'

export function trim(draft: Draft): void {
  dropOldest(draft, 'calls', KEPT.calls)
  dropOldest(draft, 'turns', KEPT.turns)
  dropOldest(draft, 'messages', KEPT.calls)
  dropOutputs(draft)
}

function dropOldest(draft: Draft, name: 'calls' | 'turns' | 'messages', kept: number): void {
  const { size } = draft.state[name]
  if (size <= kept) return
  const oldest = [...draft.state[name].keys()].slice(0, size - kept)
  for (const id of oldest) draft.remove(name, id)
}

/** Output is long: only the last calls that printed anything keep theirs. The whole of it is a request away. */
function dropOutputs(draft: Draft): void {
  const printed = [...draft.state.calls.values()].filter(({ output, status }) => output !== '' && hasEnded(status))
  for (const call of printed.slice(0, Math.max(0, printed.length - KEPT.outputs)))
    draft.put('calls', call.id, { ...call, output: '', output_is_cut: true })
}
