import { expect, test } from 'vitest'
import { type Call, newCall } from '../../mirror/calls/call.ts'
import { emptyState, type MirrorState } from '../../mirror/state/state.ts'
import { newPaths } from './new-paths.ts'
import { createTouching } from './touches.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')

function setUp() {
  let state: MirrorState = { ...emptyState(), isLoaded: true }
  let now = NOW
  const touching = createTouching({ clock: () => now, readPaths: async () => ['patched.ts'] })
  const report = (call: Partial<Call> & { id: string }) => {
    const known = state.calls.get(call.id) ?? { ...newCall(call.id, ''), agent: 'assistant' }
    const next = { ...state, calls: new Map(state.calls).set(call.id, { ...known, ...call }) }
    touching.onMirror(next, state)
    state = next
  }
  const touched = () => [...touching.store.getState().values()].map(({ path, what }) => [path, what])
  return { touching, report, touched, wait: (milliseconds: number) => (now += milliseconds) }
}

const ended = { status: 'completed', completed_at: new Date(NOW).toISOString() } as const

test('a file that an agent has written is touched when the call is done, not before', () => {
  const { report, touched } = setUp()
  report({ id: '1', tool_name: 'write_file', tool_params: { path: './a.ts' }, status: 'executing' })
  expect(touched()).toEqual([])
  report({ id: '1', ...ended })
  report({ id: '2', tool_name: 'delete_file', tool_params: { path: 'b.ts' }, ...ended })
  report({ id: '3', tool_name: 'move_file', tool_params: { from: 'c', to: 'd' }, ...ended })
  expect(touched()).toEqual([
    ['a.ts', 'changed'],
    ['b.ts', 'deleted'],
    ['d', 'changed'],
  ])
})

test("neither the person's own saves nor calls that failed or ended long ago count", () => {
  const { report, touched } = setUp()
  report({ id: '1', agent: 'operator:me', tool_name: 'write_file', tool_params: { path: 'a' }, ...ended })
  report({ id: '2', tool_name: 'write_file', tool_params: { path: 'b' }, status: 'failed', completed_at: ended.completed_at })
  report({ id: '3', tool_name: 'write_file', tool_params: { path: 'c' }, status: 'completed', completed_at: '2029-12-31T00:00:00Z' })
  expect(touched()).toEqual([])
})

test('the files of a patch are read from its record', async () => {
  const { report, touched } = setUp()
  report({ id: '1', tool_name: 'apply_patch', ...ended })
  await Promise.resolve()
  expect(touched()).toEqual([['patched.ts', 'changed']])
})

test('what changes on disk while a command runs, or just after, is its work', () => {
  const { touching, report, touched, wait } = setUp()
  touching.onChanged(['before.ts'])
  report({ id: '1', tool_name: 'run_command', status: 'executing' })
  touching.onChanged(['built.js', '.git', '.'])
  report({ id: '1', ...ended })
  touching.onChanged(['late.js'])
  wait(10_000)
  touching.onChanged(['by-hand.ts'])
  expect(touched()).toEqual([
    ['built.js', 'changed'],
    ['late.js', 'changed'],
  ])
})

test('new paths are found in a list that has lost its beginning', () => {
  expect(newPaths([], ['a'])).toEqual(['a'])
  expect(newPaths(['a', 'b'], ['a', 'b', 'c'])).toEqual(['c'])
  expect(newPaths(['a', 'b', 'c'], ['b', 'c', 'd'])).toEqual(['d'])
  expect(newPaths(['a', 'b'], ['x', 'y'])).toEqual(['x', 'y'])
  expect(newPaths(['a', 'a'], ['a', 'a'])).toEqual(['a'])
})
