import type { ProcessView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { processText } from './processes.ts'

const view: ProcessView = {
  process_id: 'web',
  tool_id: '01890000-0000-7000-8000-000000000001' as ProcessView['tool_id'],
  session_id: '01890000-0000-7000-8000-000000000002' as ProcessView['session_id'],
  command: 'npm start\u001b[2J',
  pid: 7,
  started_at: '2026-01-01T00:00:00.000Z',
  running: true,
  exit_code: null,
  signal: null,
  ended_at: null,
  how_ended: null,
}

test('a process is told with its name, its number and its command, which a terminal does not obey', () => {
  const text = processText(view)
  expect(text).toContain('running  web  pid 7, since 2026-01-01T00:00:00.000Z  npm start')
  expect(text).not.toContain('\u001b[2J')
})

test('one that has ended is told with how it ended', () => {
  const ended = { ...view, running: false, how_ended: 'its session ended' }
  expect(processText({ ...ended, exit_code: 143, signal: 'SIGTERM' })).toMatch(/^ended {4}web [\s\S]*\n {4}its session ended \(SIGTERM\)$/)
  expect(processText({ ...ended, exit_code: 3 })).toMatch(/its session ended \(exit code 3\)$/)
  expect(processText(ended)).toMatch(/its session ended$/)
})
