// A conversation with very many calls, written directly into the store of a stopped server: as it would be after weeks.
import type { Execution, Message } from '@countersign/protocol'
import { openSqliteStore } from '@countersign/server'
import { putExecution } from '../../../packages/core/test/records.ts'
import { converse } from './clients/conversation.ts'
import type { World } from './world.ts'

const STEP_MILLISECONDS = 10
const CALLS_OF_A_STEP = 100

/** The id of a copy: unique, and in the same format. */
const idOf = (kind: 'a' | 'b', index: number): string => `00000000-0000-7000-8000-${kind}${index.toString(16).padStart(11, '0')}`

/** The id of a session that lists the files, with `count` copies of that call before it, a hundred per numbered message. */
export async function seedConversation(world: World, count: number): Promise<string> {
  const { session: session_id, send, end } = await converse(world)
  await end(await send('list the files'))
  await world.server().stop()
  {
    await using store = await openSqliteStore({ path: world.data.at('countersign.sqlite') })
    await store.transact(async (tx) => {
      const [call] = await tx.executions.find({ equal: { session_id: session_id as never }, limit: 1 })
      const order = { column: 'created_at' } as const
      const [said] = await tx.messages.find({ equal: { session_id: session_id as never }, order, limit: 1 })
      if (!call || !said) throw new Error('the session has nothing to copy')
      const first = Date.parse(said.created_at) - (count + 1) * STEP_MILLISECONDS
      const timeOf = (index: number) => new Date(first + index * STEP_MILLISECONDS).toISOString()
      for (let index = 0; index < count; index++) {
        const created_at = timeOf(index)
        if (index % CALLS_OF_A_STEP === 0) {
          const content = `From call ${index} of ${count}.`
          const message = { ...said, id: idOf('a', index), role: 'assistant', content, tool_calls: callsFrom(index), created_at }
          await tx.messages.insert(message as Message)
        }
        await putExecution(tx, { ...call, id: idOf('b', index), call_id: `seed-${index}`, created_at } as Execution)
      }
    })
  }
  await world.restartServer()
  return session_id
}

const callsFrom = (first: number): Message['tool_calls'] =>
  Array.from({ length: CALLS_OF_A_STEP }, (_, index) => ({
    call_id: `seed-${first + index}`,
    tool_name: 'list_directory',
    tool_params: { path: '.' },
  }))
