// Questions of an agent whose client can show them: both the client and the page show them, and the first answer counts.
import type { Approval, Execution } from '@countersign/protocol'
import type { ElicitResult } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { connectMcp, type McpChannel, type OnAsked } from '../../world/clients/mcp-client.ts'
import type { World } from '../../world/world.ts'

const QUESTION = { message: 'Which way\u202E?', actions: ['left', 'right'] }

interface CallRecord {
  readonly why: string
  readonly execution: Execution
  readonly approval: Approval | null
}

export function askingScenarios(channel: McpChannel, world: () => World): void {
  const asked = (): Promise<Approval> =>
    eventually('the question', async () => (await world().operator.pending()).find(({ kind }) => kind === 'question'))

  const recordOf = (id: string) => world().operator.get<CallRecord>(`/my/projects/${world().projectId}/tools/${id}/record`)

  const answer = (id: string, body: object) => world().operator.post(`/my/projects/${world().projectId}/questions/${id}/answer`, body)

  scenario(
    'a question is put to the client too, and what is answered there is recorded as that and approves nothing',
    { verifies: ['agent.mcp-elicitation', 'tools.prompt'] },
    async () => {
      const forms: Parameters<OnAsked>[0][] = []
      const onAsked: OnAsked = (form) => {
        forms.push(form)
        return { action: 'accept', content: { action: 'left', comment: 'shorter' } }
      }
      await using reader = await world().events()
      await using agent = await connectMcp(world(), channel, { name: 'asking', onAsked })
      const answered = await agent.call('prompt_user', QUESTION)
      expect(answered).toMatchObject({ isError: false, status: 'completed' })
      expect(answered.text).toBe(
        'Answered at the client, not by the operator on Countersign; it approves nothing. Chosen: "left"\nWritten at the client:\n> shorter',
      )
      expect(forms).toMatchObject([
        {
          message: expect.stringMatching(
            /^agent \(asking\) asks\. The text below was written by the agent\.[^\n]*\n\nWhich way⟨U\+202E⟩\?$/,
          ),
          requestedSchema: { properties: { action: { enum: ['left', 'right'] }, comment: { type: 'string' } }, required: ['action'] },
        },
      ])
      const answered_by = { by: 'mcp_client', client: 'asking' }
      const told = await reader.next('tool.question_resolved', ({ tool_id }) => tool_id === answered.id)
      expect(told.data).toMatchObject({ by: 'agent (asking)', answered_by, action: 'left' })
      expect(await recordOf(answered.id)).toMatchObject({
        why: expect.stringContaining("at the agent's own client (asking), not by the operator"),
        execution: { cleared_by: null, result: { action: 'left', answered_at: 'client' } },
        approval: { decision: { by: 'agent (asking)', answered_by, grant_id: null } },
        grant: null,
      })
    },
  )

  scenario('answered on the page, the question is taken back at the client', { verifies: ['agent.mcp-elicitation'] }, async () => {
    const withdrawn: AbortSignal[] = []
    const onAsked: OnAsked = async (_, signal) => {
      withdrawn.push(signal)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { action: 'cancel' }
    }
    await using agent = await connectMcp(world(), channel, { onAsked })
    const asking = agent.call('prompt_user', QUESTION)
    const { id } = await asked()
    await eventually('the form', () => withdrawn[0])
    await answer(id, { action: 'right' })
    expect(await asking).toMatchObject({ text: 'The operator chose: "right"', status: 'completed' })
    await eventually('its withdrawal', () => withdrawn[0]?.aborted)
    const { approval } = await recordOf((await asking).id)
    expect(approval?.decision).not.toHaveProperty('answered_by')
  })

  // The server alone decides what follows; stdio only carries it.
  if (channel === 'stdio') return

  scenario(
    'declined at the client, or by one that has no forms, the question stays open for the page',
    { verifies: ['agent.mcp-elicitation'] },
    async () => {
      let declined = 0
      const onAsked: OnAsked = () => {
        declined += 1
        return { action: 'decline' }
      }
      for (const options of [{ onAsked }, {}]) {
        await using agent = await connectMcp(world(), channel, options)
        agent.client.fallbackRequestHandler = async ({ method }) => expect.unreachable(`asked for ${method}`)
        const asking = agent.call('prompt_user', QUESTION)
        const { id } = await asked()
        if (options.onAsked) await eventually('the no', () => declined === 1)
        await answer(id, { action: 'left' })
        expect(await asking).toMatchObject({ text: 'The operator chose: "left"' })
      }
      expect(declined).toBe(1)
    },
  )

  scenario(
    'an answer at the client that does not fit is refused in words, and after three of them the question is left to the page',
    { verifies: ['agent.mcp-elicitation'] },
    async () => {
      const wrong: ElicitResult['content'][] = [{ action: 'up' }, { action: 5 }, { action: 'left', comment: 'x'.repeat(10_001) }]
      const messages: string[] = []
      const onAsked: OnAsked = ({ message }) => {
        messages.push(message)
        return { action: 'accept', content: wrong[messages.length - 1] ?? { action: 'left' } }
      }
      await using agent = await connectMcp(world(), channel, { onAsked })
      const asking = agent.call('prompt_user', QUESTION)
      const { id } = await asked()
      await eventually('the third form', () => messages.length === wrong.length)
      expect(messages.slice(1)).toEqual(
        Array(2).fill(expect.stringMatching(/^That answer was not taken: action: choose one of \["left","right"\]\n/)),
      )
      await answer(id, { action: 'right' })
      expect(await asking).toMatchObject({ text: 'The operator chose: "right"' })
      expect(messages).toHaveLength(wrong.length)
      await using patient = await connectMcp(world(), channel, {
        onAsked: ({ message }) => ({ action: 'accept', content: { action: message.startsWith('That answer') ? 'left' : 'up' } }),
      })
      expect(await patient.call('prompt_user', QUESTION)).toMatchObject({ text: expect.stringContaining('Chosen: "left"') })
    },
  )
}
