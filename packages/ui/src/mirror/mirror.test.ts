import type { Approval, EventPayload, EventType, ExecutionView, MessageView, StreamEvent } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { applyConversation, type ConversationPart } from './apply-conversation.ts'
import { applyEvents } from './apply-events.ts'
import { applyApproval, applyOutputOf, applyRecords, applySnapshot, type Snapshot } from './apply-snapshot.ts'
import { findGaps } from './find-gaps.ts'
import { countWaiting, lastTurn, listWaiting, runningTurn } from './selectors.ts'
import { emptyState, KEPT, type MirrorState } from './state.ts'

const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const SESSION = 'session-1'

/** An event with only what its applier reads: the rest of a payload is the server's to check. */
const event = <T extends EventType>(type: T, data: object): StreamEvent =>
  ({ id: 1, type, data: { timestamp: timeOf(1), ...data } as unknown as EventPayload<T> }) as StreamEvent

const status = (tool_id: string, status: string, more: object = {}) =>
  event('tool.status', { tool_id, session_id: SESSION, agent: 'assistant', tool_name: 'read_file', status, ...more })

const asked = (approval_id: string, more: object = {}) =>
  event('tool.approval_request', {
    approval_id,
    tool_id: `tool-of-${approval_id}`,
    session_id: SESSION,
    agent: 'assistant',
    tool_name: 'write_file',
    tool_params: { path: 'a.md' },
    preview: null,
    risk_level: 'MEDIUM',
    reasons: ['it writes'],
    scopes: [],
    description: 'Write a.md',
    ...more,
  })

const approval = (id: string, more: object = {}) =>
  ({
    id,
    tool_id: `tool-of-${id}`,
    session_id: SESSION,
    kind: 'approval',
    status: 'pending',
    created_at: timeOf(1),
    ...more,
  }) as unknown as Approval

const record = (tool_id: string, more: object = {}) =>
  ({
    tool_id,
    tool_name: 'read_file',
    session_id: SESSION,
    status: 'completed',
    tool_params: { path: 'a.md' },
    created_at: timeOf(1),
    result: { content: 'x' },
    ...more,
  }) as unknown as ExecutionView

const message = (id: string, role: string, second: number, content = id) =>
  ({ id, session_id: SESSION, turn_id: 'turn-1', role, content, tool_calls: [], created_at: timeOf(second) }) as unknown as MessageView

const snapshot = (approvals: Approval[] = []): Snapshot => ({ project: { id: 'p', runner: null } as never, sessions: [], approvals })

const ALL = { cursor: undefined, from: '' }

/** As REST gives it, oldest first. */
const part = (more: Partial<ConversationPart> = {}): ConversationPart => ({
  sessionId: SESSION,
  messages: [],
  executions: [],
  turns: [],
  older: { messages: ALL, calls: ALL },
  isNewest: true,
  ...more,
})

const opened = (): MirrorState => applyConversation(emptyState(), part())

const timelineOf = (state: MirrorState) => state.timelines.get(SESSION)?.map(({ id }) => id)

describe('a call', () => {
  test('goes from event to event, in its conversation once', () => {
    const events = [
      status('t', 'executing', { tool_params: { path: 'a.md' } }),
      event('tool.status', { tool_id: 't', tool_name: 'read_file', status: 'completed', timestamp: timeOf(3) }),
    ]
    const state = applyEvents(applyEvents(opened(), events), events)
    expect(timelineOf(state)).toEqual(['t'])
    expect(state.calls.get('t')).toMatchObject({
      status: 'completed',
      session_id: SESSION,
      tool_params: { path: 'a.md' },
      started_at: timeOf(1),
      completed_at: timeOf(3),
      is_whole: false,
    })
  })

  test('that has ended is not taken back by an event that is older', () => {
    const state = applyEvents(applyRecords(opened(), [record('t')]), [status('t', 'executing'), status('t', 'failed')])
    expect(state.calls.get('t')).toMatchObject({ status: 'completed', is_whole: true, result: { content: 'x' } })
    const ended = applyEvents(opened(), [status('t', 'failed', { error: 'no' })])
    expect(applyRecords(ended, [record('t', { status: 'executing' })]).calls.get('t')).toMatchObject({ status: 'failed', error: 'no' })
  })

  test('keeps what events told where the record was read before them', () => {
    const state = applyRecords(applyEvents(opened(), [asked('a')]), [record('tool-of-a', { status: 'pending' })])
    expect(state.calls.get('tool-of-a')).toMatchObject({ status: 'awaiting_approval', description: 'Write a.md', is_whole: false })
    expect(applyRecords(state, [record('tool-of-a')]).calls.get('tool-of-a')).toMatchObject({ status: 'completed', is_whole: true })
    const edited = applyEvents(state, [status('tool-of-a', 'pending')])
    expect(edited.calls.get('tool-of-a')).toMatchObject({ status: 'pending' })
  })

  test('is cancelled with its turn; one that has ended stays as it ended', () => {
    const cancel = event('tool.cancel', { tool_id: 't', attempt_id: null, error: 'Cancelled: the turn has ended' })
    expect(applyEvents(opened(), [status('t', 'executing'), cancel]).calls.get('t')).toMatchObject({
      status: 'cancelled',
      error_code: 'CANCELLED',
    })
    expect(applyEvents(opened(), [status('t', 'completed'), cancel]).calls.get('t')?.status).toBe('completed')
    expect(applyEvents(opened(), [cancel]).calls.size).toBe(0)
  })

  test('shows output in order, once, and says when a part is missing', () => {
    const output = (offset: number, data: string) => event('tool.output', { tool_id: 't', stream: 'stdout', offset, data })
    const start = applyEvents(opened(), [status('t', 'executing')])
    const whole = applyEvents(start, [output(0, 'привет '), output(0, 'привет '), output(13, 'x')])
    expect(whole.calls.get('t')).toMatchObject({ output: 'привет x', output_next: 14, output_is_cut: false })
    expect(applyEvents(whole, [output(20, 'z')]).calls.get('t')).toMatchObject({ output: 'привет xz', output_is_cut: true })
    expect(applyEvents(opened(), [output(0, 'of a call that nobody knows')]).calls.size).toBe(0)
    const late = applyEvents(start, [output(13, 'x')])
    expect(applyOutputOf(late, 't', { text: 'привет x', next: 14 }).calls.get('t')).toMatchObject({
      output: 'привет x',
      output_is_cut: false,
    })
    expect(applyOutputOf(late, 't', { text: 'привет ', next: 13 }).calls.get('t')).toMatchObject({ output: 'x', output_is_cut: true })
  })
})

describe('what waits', () => {
  test('appears, and goes when anybody has answered', () => {
    const state = applyEvents(opened(), [asked('a'), asked('b')])
    expect(listWaiting(state).map(({ id, kind }) => [id, kind])).toEqual([
      ['a', 'approval'],
      ['b', 'approval'],
    ])
    expect(state.calls.get('tool-of-a')).toMatchObject({ status: 'awaiting_approval', description: 'Write a.md' })
    const after = applyEvents(state, [event('tool.approval_resolved', { approval_id: 'a', tool_id: 'tool-of-a', status: 'approved' })])
    expect(countWaiting(after)).toBe(1)
    expect(countWaiting(state)).toBe(2)
  })

  test('is what the server lists after a reconnection, oldest first', () => {
    const state = applyEvents(emptyState(), [asked('gone')])
    const after = applySnapshot(state, snapshot([approval('new', { created_at: timeOf(9) }), approval('old')]))
    expect([...after.waiting.keys()]).toEqual(['old', 'new'])
    expect(after.isLoaded).toBe(true)
  })

  test('that was cut is fetched, and not put back once it was answered', () => {
    const events = [asked('a', { abridged: true })]
    const state = applyEvents(opened(), events)
    expect([...findGaps(state, events).approvals]).toEqual(['a'])
    const whole = applyApproval(state, approval('a', { description: 'the whole' }))
    expect(listWaiting(applyEvents(whole, events))[0]).toMatchObject({ is_abridged: false, description: 'the whole' })
    const answered = applyEvents(state, [event('tool.approval_resolved', { approval_id: 'a' })])
    expect(countWaiting(applyApproval(answered, approval('a')))).toBe(0)
  })

  test('a question ends its call with its answer', () => {
    const question = event('tool.question', {
      approval_id: 'q',
      tool_id: 't',
      session_id: SESSION,
      tool_name: 'prompt_user',
      preview: null,
    })
    const state = applyEvents(opened(), [question])
    expect(listWaiting(state)[0]).toMatchObject({ kind: 'question', scopes: [] })
    const after = applyEvents(state, [event('tool.question_resolved', { approval_id: 'q', tool_id: 't', tool_status: 'completed' })])
    expect(countWaiting(after)).toBe(0)
    expect(after.calls.get('t')).toMatchObject({ status: 'completed', tool_name: 'prompt_user' })
  })
})

describe('a conversation', () => {
  test('is in order of time, whether it was read or told', () => {
    const read = part({
      messages: [message('early', 'user', 2), message('late', 'assistant', 8)],
      executions: [record('call', { created_at: timeOf(5) })],
    })
    const state = applyConversation(emptyState(), read)
    expect(timelineOf(state)).toEqual(['early', 'call', 'late'])
    const told = event('chat.message', {
      message_id: 'later',
      session_id: SESSION,
      role: 'user',
      content: 'x',
      tool_calls: [],
      timestamp: timeOf(9),
    })
    expect(timelineOf(applyConversation(applyEvents(state, [told, told]), read))).toEqual(['early', 'call', 'late', 'later'])
  })

  test('has the calls of a step in the order in which the agent named them, whichever begins first', () => {
    const tool_calls = ['one', 'two', 'three'].map((call_id) => ({ call_id, tool_name: 'read_file' }))
    const told = event('chat.message', {
      message_id: 'm',
      session_id: SESSION,
      role: 'assistant',
      content: '',
      tool_calls,
      timestamp: timeOf(5),
    })
    const next = event('chat.message', {
      message_id: 'n',
      session_id: SESSION,
      role: 'assistant',
      content: 'x',
      tool_calls: [],
      timestamp: timeOf(6),
    })
    const began = [
      status('t3', 'executing', { call_id: 'three' }),
      status('t1', 'executing', { call_id: 'one' }),
      asked('2', { call_id: 'two' }),
    ]
    expect(timelineOf(applyEvents(opened(), [told, ...began, next]))).toEqual(['m', 't1', 'tool-of-2', 't3', 'n'])
    const step = { ...message('m', 'assistant', 5, ''), tool_calls } as unknown as MessageView
    const read = part({ messages: [step], executions: [record('t3', { call_id: 'three' }), record('t1', { call_id: 'one' })] })
    expect(timelineOf(applyConversation(emptyState(), read))).toEqual(['m', 't1', 't3'])
  })

  test('is read page by page, and begins anew where too much happened while nobody looked', () => {
    const older = { messages: { cursor: 'c', from: timeOf(5) }, calls: ALL }
    const newest = applyConversation(emptyState(), part({ messages: [message('e', 'user', 5)], older }))
    expect(newest.older.get(SESSION)).toEqual(older)
    const before = part({ messages: [message('a', 'user', 1)], isNewest: false })
    const whole = applyConversation(newest, before)
    expect(timelineOf(whole)).toEqual(['a', 'e'])
    expect(whole.older.get(SESSION)?.messages.cursor).toBeUndefined()
    expect(
      applyConversation(whole, part({ messages: [message('e', 'user', 5)], older })).older.get(SESSION)?.messages.cursor,
    ).toBeUndefined()
    const later = applyConversation(whole, part({ messages: [message('z', 'user', 9)], older }))
    expect(timelineOf(later)).toEqual(['z'])
    expect(later.older.get(SESSION)).toEqual(older)
  })

  test('keeps what is long of a call only when somebody looked inside', () => {
    const long = record('t', {
      tool_params: { path: 'a.md', content: 'x'.repeat(9_000) },
      result: { exit_code: 3, stdout: 'y'.repeat(9_000) },
    })
    const state = applyConversation(emptyState(), part({ executions: [long] }))
    expect(state.calls.get('t')).toMatchObject({ result: undefined, gist: { exit_code: 3 }, is_whole: false })
    expect(JSON.stringify(state.calls.get('t'))?.length).toBeLessThan(1_500)
    expect(applyRecords(state, [long]).calls.get('t')).toMatchObject({ result: long.result, is_whole: true })
  })

  test('says where a turn ended that did not finish', () => {
    const turn = (status: string) => event('chat.turn', { turn_id: 'turn-1', session_id: SESSION, status, error: 'no', steps: 1 })
    expect(timelineOf(applyEvents(opened(), [turn('started'), turn('failed'), turn('failed')]))).toEqual(['turn-1'])
    expect(timelineOf(applyEvents(opened(), [turn('started'), turn('finished')]))).toEqual([])
    const ended = { id: 'turn-1', session_id: SESSION, status: 'failed', error: 'no', created_at: timeOf(1), ended_at: timeOf(1) } as never
    const unseen = applyEvents(emptyState(), [turn('started'), turn('failed')])
    const read = part({ turns: [ended], messages: [message('a', 'user', 2), { ...message('b', 'user', 3), turn_id: 'turn-2' as never }] })
    expect(timelineOf(applyConversation(unseen, read))).toEqual(['a', 'turn-1', 'b'])
  })

  test('that nobody opened is not kept, but its calls are there when it is opened', () => {
    const told = event('chat.message', { message_id: 'm', session_id: SESSION, role: 'user', content: 'x', tool_calls: [] })
    const state = applyEvents(emptyState(), [told, status('t', 'executing')])
    expect(state.messages.size).toBe(0)
    expect(timelineOf(applyConversation(state, part()))).toEqual(['t'])
  })

  test('shows what is being written until it is said', () => {
    const delta = (offset: number, text: string, step = 0) =>
      event('chat.delta', { turn_id: 'turn-1', session_id: SESSION, step, offset, text })
    const textOf = (state: MirrorState) => state.writing.get(SESSION)
    const state = applyEvents(opened(), [delta(0, 'Hel'), delta(3, 'lo')])
    expect(textOf(state)).toMatchObject({ text: 'Hello', isCut: false })
    expect(textOf(applyEvents(state, [delta(0, 'Again')]))?.text).toBe('Again')
    expect(textOf(applyEvents(state, [delta(0, 'next', 1)]))).toMatchObject({ text: 'next', step: 1 })
    expect(textOf(applyEvents(opened(), [delta(7, 'end')]))).toMatchObject({ text: 'end', isCut: true })
    const said = event('chat.message', {
      message_id: 'm',
      session_id: SESSION,
      turn_id: 'turn-1',
      role: 'assistant',
      content: 'Hello',
      tool_calls: [],
    })
    expect(textOf(applyEvents(state, [said]))).toBeUndefined()
    const cut = event('chat.message', {
      message_id: 'm',
      session_id: SESSION,
      turn_id: 'turn-1',
      role: 'assistant',
      content: 'Hel…',
      tool_calls: [],
    })
    expect(applyEvents(state, [cut]).messages.get('m')?.content).toBe('Hello')
  })

  test('has a turn that runs until it is over', () => {
    const turn = (status: string) => event('chat.turn', { turn_id: 'turn-1', session_id: SESSION, status, model: 'm', steps: 1 })
    const state = applyEvents(opened(), [turn('started'), turn('waiting')])
    expect(runningTurn(state, SESSION)).toMatchObject({ status: 'waiting' })
    const over = applyEvents(state, [turn('finished'), turn('started')])
    expect(runningTurn(over, SESSION)).toBeUndefined()
    expect(lastTurn(over, SESSION)).toMatchObject({ status: 'finished', ended_at: timeOf(1) })
  })
})

describe('the mirror', () => {
  test('passes over events that it does not know and changes nothing without one', () => {
    const state = opened()
    expect(applyEvents(state, [])).toBe(state)
    expect(applyEvents(state, [event('something.new' as EventType, {})])).toEqual(state)
  })

  test('follows the runner and counts news for views that read their own lists', () => {
    const online = applyEvents(emptyState(), [event('runner.online', { runner_id: 'r', isolation: 'sandbox' })])
    expect(online.runner).toEqual({ runner_id: 'r', isolation: 'sandbox', online: true })
    const after = applyEvents(online, [
      event('runner.offline', { runner_id: 'r' }),
      event('grant.created', {}),
      event('files.changed', { paths: ['a', 'b'] }),
    ])
    expect(after.runner).toEqual({ runner_id: 'r', isolation: 'sandbox', online: false })
    expect(after).toMatchObject({ news: { grants: 1, files: 1, runner: 2 }, changedPaths: ['a', 'b'] })
  })

  test('names what it must fetch', () => {
    const events = [
      event('tool.status', { tool_id: 'unknown', tool_name: 'x', status: 'completed' }),
      event('chat.message', { message_id: 'm', session_id: SESSION, role: 'assistant', content: 'x'.repeat(2_001), tool_calls: [] }),
    ]
    const gaps = findGaps(applyEvents(opened(), events), events)
    expect(gaps).toMatchObject({ sessions: new Set([SESSION]), calls: new Set(['unknown']), conversations: new Set([SESSION]) })
  })

  test('stays bounded, and drops the oldest', () => {
    const many = Array.from({ length: KEPT.items + 600 }, (_, index) => status(`t${index}`, 'completed'))
    const state = applyEvents(opened(), many)
    expect(state.calls.size).toBe(KEPT.items)
    expect(state.calls.has('t0')).toBe(false)
    expect(state.timelines.get(SESSION)?.length).toBe(KEPT.items)
    const loose = applyEvents(
      state,
      Array.from({ length: KEPT.looseCalls + 1 }, (_, index) => status(`o${index}`, 'completed', { session_id: 'other' })),
    )
    expect(loose.calls.size).toBeLessThanOrEqual(KEPT.items + KEPT.looseCalls)
    const elsewhere = applyEvents(applyConversation(state, part({ sessionId: 'other' })), [
      status('o', 'completed', { session_id: 'other' }),
    ])
    expect([...elsewhere.timelines.keys()]).toEqual([SESSION, 'other'].slice(elsewhere.timelines.size === 1 ? 1 : 0))
    expect(elsewhere.calls.size).toBeLessThanOrEqual(KEPT.items + KEPT.looseCalls)
    const printing = Array.from({ length: KEPT.heavyCalls + 3 }, (_, index) => [
      status(`p${index}`, 'executing'),
      event('tool.output', { tool_id: `p${index}`, offset: 0, data: 'x'.repeat(KEPT.outputCharacters + 1) }),
      status(`p${index}`, 'completed'),
    ]).flat()
    const printed = applyEvents(opened(), printing)
    expect(printed.calls.get('p0')).toMatchObject({ output: '', output_is_cut: true })
    expect(printed.calls.get('p5')?.output.length).toBe(KEPT.outputCharacters)
  })
})

describe('what no longer waits', () => {
  const ask = (...ids: string[]) =>
    applyEvents(
      emptyState(),
      ids.map((id) => asked(id)),
    )
  const resolved = (approval_id: string, more: object) => event('tool.approval_resolved', { approval_id, by: null, comment: null, ...more })

  test('is remembered with who settled it', () => {
    const state = applyEvents(ask('a', 'b'), [resolved('a', { status: 'approved', by: 'ann' }), resolved('b', { status: 'expired' })])
    expect(countWaiting(state)).toBe(0)
    expect(state.settled.map(({ id, description, status, by }) => [id, description, status, by])).toEqual([
      ['a', 'Write a.md', 'approved', 'ann'],
      ['b', 'Write a.md', 'expired', null],
    ])
  })

  test('is gone where a snapshot has it no more, until an event tells how', () => {
    const snapshot = { project: { runner: null }, sessions: [], approvals: [approval('b')] } as unknown as Snapshot
    const gone = applySnapshot(ask('a', 'b'), snapshot)
    expect(gone.settled.map(({ id, status }) => [id, status])).toEqual([['a', 'gone']])
    const told = applyEvents(gone, [resolved('a', { status: 'rejected', by: 'ann' })])
    expect(told.settled.map(({ id, status, by }) => [id, status, by])).toEqual([['a', 'rejected', 'ann']])
  })

  test('is not told of what was never known here', () => {
    expect(applyEvents(emptyState(), [resolved('x', { status: 'approved' })]).settled).toEqual([])
  })
})
