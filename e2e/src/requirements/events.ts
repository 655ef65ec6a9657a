// Section 9: the event stream.
import { later, section, tested } from './requirement.ts'

export const events = section(9, {
  'events.form': 'The stream is text/event-stream: event is the name, data the object itself, id grows per project.',
  'events.resume': 'Last-Event-ID replays everything missed, then goes on live.',
  'events.after': '?after= does the same.',
  'events.no-loss': tested(
    'A stream that is cut and resumed loses and repeats nothing.',
    'packages/server/src/stream/stream.test.ts#cut at random hundreds of times',
  ),
  'events.reset': tested(
    'An id that the log does not know gets reset.',
    'packages/server/src/stream/stream.test.ts#an id of another project that is ahead resets the reader',
  ),
  'events.retention': later('scale', 'An id older than retention gets reset and a snapshot.'),
  'events.future-id': tested(
    'An id from the future or of another project does no harm.',
    'packages/server/src/stream/stream.test.ts#an id of another project that is ahead',
  ),
  'events.heartbeat': tested(
    'A heartbeat comment comes every 15 s.',
    'packages/server/src/stream/stream.test.ts#a quiet stream has a heartbeat',
  ),
  'events.slow-reader': tested(
    'A slow reader is dropped, not buffered without end, and catches up on reconnect.',
    'packages/server/src/stream/stream.test.ts#a reader that does not read is dropped',
  ),
  'events.replay': tested(
    'A replay holds nobody up: others are answered meanwhile, and readers that stop hold a bounded share of memory.',
    'packages/server/src/stream/replay.test.ts#everybody else is answered',
  ),
  'events.token': tested(
    'Streams, sockets, MCP and long waits end with their token.',
    'packages/server/src/traffic/traffic-limits.test.ts#ends with it, and says why',
  ),
  'events.transient': 'tool.output has no id, is not in the log, carries an offset and is caught up by REST.',
  'events.chat-delta': 'chat.delta is transient too.',
  'events.preview-request': 'tool.preview_request asks the runner for a preview.',
  'events.approval-request': 'tool.approval_request carries all that the operator needs.',
  'events.approval-resolved': 'tool.approval_resolved tells how an approval ended.',
  'events.question': 'tool.question and tool.question_resolved do the same for questions.',
  'events.execution-signal': 'tool.execution_signal carries tool_id, attempt_id, tool_name, tool_params, digest, clearance and timestamp.',
  'events.cancel': 'tool.cancel tells the runner to stop.',
  'events.result-ack': 'tool.result_ack goes to the runner that posted and to the operator.',
  'events.status': 'tool.status tells where a call stands.',
  'events.late-result': 'tool.late_result tells how a call ended that had been given up as lost.',
  'events.chat': 'chat.message and chat.turn tell of the conversation.',
  'events.files-changed': 'files.changed tells changed paths.',
  'events.runner': 'runner.online and runner.offline tell of presence.',
  'events.grant': 'grant.created and grant.revoked tell of grants.',
})
