// Sections 13 and 14: limits and error codes.
import { section, tested } from './requirement.ts'

export const limits = section(13, {
  'limits.file': 'A file read or written by REST is at most 100 MB, by reference.',
  'limits.file-socket': 'A file on WebSocket or stdio is at most 1 MB.',
  'limits.diff': 'A diff is at most 5 MB.',
  'limits.message': 'A JSON message is at most 1 MB: 413.',
  'limits.result': 'A result is at most 10 MB: 413.',
  'limits.bodies': tested('A body is at most 100 MB: 413.', 'packages/server/src/routes/bad-input.test.ts#a body of octets over its limit'),
  'limits.output': 'Command output in a result is at most 1 MB.',
  'limits.user-message': 'A user message is at most 10,000 characters.',
  'limits.pending': 'At most 64 approvals of a session are pending: TOO_MANY_PENDING.',
  'limits.concurrent': 'A runner executes at most 8 calls at a time.',
  'limits.calls': '50 calls a second per token, burst 200: 429 RATE_LIMITED.',
  'limits.every-route': tested(
    'Every route and every message has a limit by count and by bytes.',
    'packages/server/src/http/route-limits.test.ts#may be used so often and no more',
  ),
  'limits.keys': tested(
    'A message with too many keys or elements is refused before it is read.',
    'packages/server/src/routes/bad-input.test.ts#refuses 80,000 keys',
  ),
  'limits.files': tested(
    'A part that could not be loaded for want of files is loaded the next time.',
    'packages/server/src/http/no-files-left.test.ts#is loaded the next time',
  ),
  'limits.sign-ins': '20 failed sign-ins a minute per address: 429 with Retry-After.',
  'limits.storage': 'A server whose storage is in trouble is not ready, answers STORAGE, and does not start on a damaged record.',
  'limits.doctor': 'All limits are shown by countersign doctor.',
})

export const errors = section(14, {
  'errors.registry': tested(
    'One registry holds code, HTTP status, sentence, and whether trying again can help.',
    'packages/protocol/src/failure/failure.test.ts#every code has a status, a sentence and advice',
  ),
  'errors.sentences': tested(
    'Messages begin with the sentence of their code.',
    'packages/protocol/src/failure/failure.test.ts#a failure begins with the sentence of its code',
  ),
  'errors.every-code': 'Every code of the registry is met on a channel that carries it.',
  'errors.page': tested('The documentation page is made from the registry.', 'scripts/reference/pages.test.ts#says what the code says'),
})
