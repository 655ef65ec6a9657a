// Finds what events mention but do not contain completely, for the page to fetch. Pure, like the reducer.
import type { StreamEvent } from '@countersign/protocol'
import type { MirrorState } from '../state/state.ts'

/** A longer message is cut in events. */
const MAX_EVENT_CHARACTERS = 2_000

export interface Gaps {
  readonly sessions: ReadonlySet<string>
  readonly calls: ReadonlySet<string>
  readonly approvals: ReadonlySet<string>
  /** Conversations with a message that was cut. */
  readonly conversations: ReadonlySet<string>
  /** Turns whose streamed text lacks its beginning. */
  readonly turns: ReadonlySet<string>
}

export function findGaps(state: MirrorState, events: readonly StreamEvent[]): Gaps {
  const gaps = noGaps()
  for (const { type, data } of events) {
    if ('session_id' in data && data.session_id && !state.sessions.has(data.session_id)) gaps.sessions.add(data.session_id)
    if (type === 'tool.status' && !state.calls.get(data.tool_id)?.session_id) gaps.calls.add(data.tool_id)
    if ((type === 'tool.approval_request' || type === 'tool.question') && state.waiting.get(data.approval_id)?.is_abridged)
      gaps.approvals.add(data.approval_id)
    if (type === 'chat.message' && state.timelines.has(data.session_id) && data.content.length > MAX_EVENT_CHARACTERS)
      gaps.conversations.add(data.session_id)
    // Once for each hole: only the first piece after it triggers a fetch.
    if (type === 'chat.delta' && data.offset > 0 && state.writing.get(data.session_id)?.offset === data.offset) gaps.turns.add(data.turn_id)
  }
  return gaps
}

const noGaps = () => ({
  sessions: new Set<string>(),
  calls: new Set<string>(),
  approvals: new Set<string>(),
  conversations: new Set<string>(),
  turns: new Set<string>(),
})
