// One call of each kind through a world in which a process dies at a named point: whatever dies, each call has one end, at most one effect,
// and the agent sees one result.
import { randomUUID } from 'node:crypto'
import type { CallView, ExecutionView } from '@countersign/protocol'
import { expect } from 'vitest'
import { eventually, persistently } from '../../../packages/test-kit/src/wait.ts'
import { ENDS } from '../world/clients/people.ts'
import type { World } from '../world/world.ts'

interface CountedCall {
  readonly tool: string
  readonly params: object
  readonly counter: string
}

/** Each appends one line to its own file every time it runs. */
export function countedCalls(): CountedCall[] {
  const [note, count] = [`note-${randomUUID()}.md`, `count-${randomUUID()}.txt`]
  return [
    { tool: 'write_file', params: { path: note, content: 'ran\n', mode: 'append' }, counter: note },
    { tool: 'execute_command', params: { command: 'node', args: ['count-to.mjs', count] }, counter: count },
  ]
}

export const FAULT_FILES = {
  'count-to.mjs': "import { appendFileSync } from 'node:fs'\nappendFileSync(process.argv[2], 'ran\\n')\nconsole.log('counted')\n",
}

/** Calls, approves and waits, however often something dies on the way. */
export async function callThroughFaults(world: World, { tool, params, counter }: CountedCall): Promise<ExecutionView> {
  const call_id = randomUUID()
  const call = await persistently(() => world.agent.call(tool, params, { call_id, wait_seconds: 5 }))
  const end = await eventually(
    'an end',
    async () => {
      const view = await persistently(() => world.agent.see(call.tool_id))
      if (ENDS.includes(view.status)) return view
      if (view.status === 'awaiting_approval') await approvePersistently(world, view)
      return undefined
    },
    240,
  )
  await expectOneEnd(world, call_id, end, tool, params)
  const effects = await world.workspace.countLines(counter)
  expect(effects, `${tool} ran ${effects} times`).toBeLessThanOrEqual(1)
  if (end.status === 'completed') expect(effects).toBe(1)
  else expect(end).toMatchObject({ status: 'failed', error_code: 'RUNNER_LOST' })
  return end
}

/** The approval may already have been answered by a request whose reply was lost: the same answer gives the same reply. */
async function approvePersistently(world: World, { approval_id }: CallView): Promise<void> {
  const reply = await persistently(() => world.operator.answer(approval_id as string, { decision: 'approved' }))
  expect(reply).toMatchObject({ status: 200, body: { status: 'approved' } })
}

async function expectOneEnd(world: World, call_id: string, end: ExecutionView, tool: string, params: object): Promise<void> {
  const again = await persistently(() => world.agent.call(tool, params, { call_id }))
  expect(again).toMatchObject({ tool_id: end.tool_id, status: end.status })
  expect(again.result).toEqual(end.result)
  await using reader = await persistently(() => world.events({ after: 0 }))
  await reader.next('tool.status', ({ tool_id, status }) => tool_id === end.tool_id && ENDS.includes(status as string))
  const ends = reader.events.filter(
    ({ type, data }) => type === 'tool.status' && data.tool_id === end.tool_id && ENDS.includes(data.status as string),
  )
  expect(ends).toHaveLength(1)
}
