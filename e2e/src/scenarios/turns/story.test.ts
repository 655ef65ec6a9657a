// The demo story of the built-in agent, with the ordinary approvals.
import { expect } from 'vitest'
import { scenario } from '../../scenario.ts'
import { converse } from '../../world/clients/conversation.ts'
import { sharedWorld } from '../../world/shared-world.ts'

const world = sharedWorld()

scenario(
  'without a model the built-in agent plays a story that asks for every kind of answer',
  { verifies: ['agent.offline', 'tools.review.one-shot'] },
  async () => {
    const { operator, workspace, projectId } = world()
    const talk = await converse(world())
    const turn = await talk.send('show me the demo')
    const review = await talk.asked('apply_patch_review')
    const body = { action: 'apply', chunks_selected: [1, 2], chunk_comments: { 3: 'no boasting' } }
    await operator.post(`/my/projects/${projectId}/questions/${review.id}/answer`, body)
    const test = await talk.asked('run_command')
    expect(test.preview).toMatchObject({ kind: 'shell', line: 'node --test countersign-demo/greet.test.mjs' })
    await operator.approve(test.id)
    expect(await talk.end(turn)).toMatchObject({ status: 'finished' })
    const calls = (await talk.transcript()).flatMap(({ tool_calls }) => tool_calls)
    expect(calls.map(({ tool_name, status }) => `${tool_name} ${status}`)).toEqual([
      'list_directory completed',
      'read_file completed',
      'apply_patch_review completed',
      'apply_patch completed',
      'run_command completed',
      'execute_command failed',
    ])
    expect((await talk.transcript()).at(-1)?.content).toContain('and passed')
    expect(workspace.has('countersign-demo/greet.mjs')).toBe(true)
    expect(workspace.has('countersign-demo/BOAST.md')).toBe(false)
    const applied = calls.find(({ tool_name }) => tool_name === 'apply_patch')?.tool_id
    await operator.post(`/my/projects/${projectId}/tools/${applied}/undo`)
    expect(workspace.has('countersign-demo/greet.mjs')).toBe(false)
  },
)
