// What outlasts a call, a connection or the server: a question at the client, and the rest of a stream that was cut.
import type { ElicitResult } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { connectMcp, type McpAgent, type OnAsked } from '../../world/clients/mcp-client.ts'
import { hostRealServer } from '../../world/conformance/hosts.ts'
import type { World } from '../../world/world.ts'

const QUESTION = { message: 'Which way?', actions: ['left', 'right'] }
const CHOOSE = (action: string): ElicitResult => ({ action: 'accept', content: { action } })

/** Somebody who takes their time. */
function slowPerson() {
  const forms: { readonly withdrawn: AbortSignal; readonly answer: (result: ElicitResult) => void }[] = []
  const onAsked: OnAsked = (_, withdrawn) => new Promise((answer) => forms.push({ withdrawn, answer }))
  const form = (index: number) => eventually(`form ${index}`, () => forms[index])
  return { forms, form, onAsked }
}

/** Waits as often as necessary: a test cannot know how long a call needs. */
export const awaitStatus = (agent: McpAgent, tool_id: string, status: string) =>
  eventually(`the call to be ${status}`, async () => {
    const called = await agent.call('await_call', { tool_id })
    return called.status === status ? called : undefined
  })

export function persistenceScenarios(world: () => World): void {
  const approvalOf = (tool: string) =>
    eventually('the question', async () => (await world().operator.pending()).find(({ tool_id }) => tool_id === tool))

  scenario(
    'a call does not wait for a client that says nothing; the form stays, until it is answered or taken back',
    { verifies: ['agent.mcp-elicitation', 'agent.mcp-wait'] },
    async () => {
      const person = slowPerson()
      await using agent = await connectMcp(world(), 'http', { onAsked: person.onAsked })
      const [first, second] = [await agent.call('prompt_user', QUESTION), await agent.call('prompt_user', QUESTION)]
      expect([first, second]).toMatchObject(Array(2).fill({ isError: false, text: expect.stringContaining('call await_call with') }))
      expect(await agent.call('await_call', { tool_id: first.id })).toMatchObject({ status: 'awaiting_approval' })
      ;(await person.form(0)).answer(CHOOSE('left'))
      expect(await awaitStatus(agent, first.id, 'completed')).toMatchObject({ text: expect.stringContaining('Chosen: "left"') })
      const { id } = await approvalOf(second.id)
      await world().operator.post(`/my/projects/${world().projectId}/questions/${id}/answer`, { action: 'right' })
      expect(await awaitStatus(agent, second.id, 'completed')).toMatchObject({ text: 'The operator chose: "right"' })
      const { withdrawn } = await person.form(1)
      await eventually('the withdrawal', () => withdrawn.aborted)
      expect(person.forms).toHaveLength(2)
    },
  )

  scenario(
    'after a restart of the server the question is there, is asked again, and a late answer to the old form is none to another',
    { verifies: ['agent.mcp-elicitation', 'approvals.survives-server'] },
    async () => {
      const person = slowPerson()
      await using agent = await connectMcp(world(), 'http', { onAsked: person.onAsked })
      const { id } = await agent.call('prompt_user', QUESTION)
      const old = await person.form(0)
      await world().server().kill()
      await world().restartServer()
      await awaitStatus(agent, id, 'awaiting_approval')
      const again = await person.form(1)
      old.answer(CHOOSE('right'))
      again.answer(CHOOSE('left'))
      expect(await awaitStatus(agent, id, 'completed')).toMatchObject({ text: expect.stringContaining('Chosen: "left"') })
    },
  )
}

/** In a world whose calls wait long enough to be cut. */
export function resumingScenario(channel: 'http' | 'stdio', world: () => World): void {
  scenario('a call whose connection is cut while it waits still gets its result', { verifies: ['agent.mcp-resume'] }, async () => {
    await using host = await hostRealServer(world())
    await using agent = await connectMcp(world(), channel, { url: new URL(host.url).origin })
    const making = agent.call('create_directory', { path: `made over ${channel}` })
    const { id, tool_id } = await eventually('the question', async () =>
      (await world().operator.pending()).find(({ tool_name }) => tool_name === 'create_directory'),
    )
    host.cut()
    await world().operator.approve(id)
    expect(await making).toMatchObject({ id: tool_id, status: 'completed', isError: false })
  })
}
