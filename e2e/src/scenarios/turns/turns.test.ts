// A person writes, a model works with the tools, the person answers its questions: over every wire format that models speak.
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { answerAll, converse } from '../../world/clients/conversation.ts'
import { MODELS, prepareModels } from '../../world/scripted-models.ts'
import { sharedWorld } from '../../world/shared-world.ts'

const models = await prepareModels()
const world = sharedWorld({ serve: models.serve, serverEnv: models.env })

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'Hello\n' } })
const READ = { name: 'read_file', arguments: { path: 'README.md' } }

for (const name of MODELS) {
  scenario(
    `a turn with the model ${name}: reads at once, a write after a yes, an answer`,
    { verifies: ['agent.turn', 'agent.models'] },
    async () => {
      const path = `${name}.md`
      await using model = await models.start([
        { text: ['I ', 'read.'], calls: [READ, { name: 'list_directory', arguments: { path: '.' } }], usage: { input: 20, output: 3 } },
        { calls: [write(path)], usage: { input: 30, output: 4 } },
        { text: 'Written.', usage: { input: 40, output: 5 } },
      ])
      const conversation = await converse(world(), name)
      const id = await conversation.send('Greet them.')
      const approval = await conversation.asked('write_file')
      expect(approval).toMatchObject({ agent: 'assistant', description: expect.stringContaining(path), preview: { kind: 'diff' } })
      expect(world().workspace.has(path)).toBe(false)
      await world().operator.approve(approval.id)
      expect(await conversation.end(id)).toMatchObject({ status: 'finished', model: name, steps: 3, input_tokens: 90, output_tokens: 12 })
      expect(await world().workspace.read(path)).toBe('Hello\n')
      expect(await conversation.transcript()).toMatchObject([
        { role: 'user', content: 'Greet them.' },
        {
          role: 'assistant',
          content: 'I read.',
          tool_calls: [
            { tool_name: 'read_file', status: 'completed' },
            { tool_name: 'list_directory', status: 'completed' },
          ],
        },
        { role: 'assistant', tool_calls: [{ tool_name: 'write_file', tool_params: { path }, status: 'completed' }] },
        { role: 'assistant', content: 'Written.', tool_calls: [] },
      ])
      const [first, , last] = model.requests
      expect(first?.system).toContain('Prefer the file, search and git tools to commands')
      expect(first?.tools).toEqual(expect.arrayContaining(['read_file', 'git_status', 'prompt_user']))
      expect(last?.entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'result', 'result', 'assistant', 'result'])
      expect(last?.entries[2]?.text).toMatch(/<output [\da-f]{12} of=.+read_file.+# Sample.+<\/output [\da-f]{12}>/s)
    },
  )
}

scenario(
  'the stream tells of the conversation, and again to whoever comes back',
  { verifies: ['events.chat', 'events.chat-delta'] },
  async () => {
    await using _model = await models.start([{ text: ['One, ', 'two.'], calls: [READ] }, { text: 'Three.' }])
    await using reader = await world().events()
    const conversation = await converse(world())
    const turn_id = await conversation.send('Count.')
    await reader.next('chat.turn', (data) => data.turn_id === turn_id && data.status === 'finished')
    const mine = reader.events.filter(({ data }) => data.turn_id === turn_id)
    expect(mine.filter(({ type }) => type === 'chat.delta').map(({ data, id }) => [data.step, data.offset, data.text, id])).toEqual([
      [0, 0, 'One, ', null],
      [0, 5, 'two.', null],
      [1, 0, 'Three.', null],
    ])
    const logged = mine.filter(({ type }) => type !== 'chat.delta')
    expect(logged.map(({ type, data }) => `${type} ${data.role ?? data.status}`)).toEqual([
      'chat.message user',
      'chat.turn started',
      'chat.message assistant',
      'chat.message assistant',
      'chat.turn finished',
    ])
    await using later = await world().events({ lastEventId: logged[1]?.id ?? 0 })
    await later.next('chat.turn', (data) => data.turn_id === turn_id && data.status === 'finished')
    expect(later.events.filter(({ data }) => data.turn_id === turn_id)).toEqual(logged.slice(2))
  },
)

scenario('two messages in a row are answered one after the other', { verifies: ['agent.turn', 'rest.session-messages'] }, async () => {
  await using model = await models.start([{ calls: [write('first.md')] }, { text: 'First.' }, { text: 'Second.' }])
  const conversation = await converse(world())
  await conversation.send('One.')
  await conversation.asked('write_file')
  const second = await conversation.send('Two.')
  await answerAll(world(), conversation, second)
  expect(model.requests[2]?.entries.map(({ text }) => text).filter((text) => /^\w+\.$/.test(text))).toEqual(['One.', 'First.', 'Two.'])
})

scenario(
  'a conversation that is too long for the model goes on from a summary that is on record',
  { verifies: ['agent.turn'] },
  async () => {
    const refuse = { status: 400, code: 'context_length_exceeded', message: "This model's maximum context length is 10 tokens." }
    await using model = await models.start([{ calls: [READ] }, { refuse }, { text: 'README was read.' }, { text: 'It says hello.' }])
    const conversation = await converse(world())
    expect(await conversation.end(await conversation.send('What does it say?'))).toMatchObject({ status: 'finished', steps: 3 })
    expect((await conversation.transcript()).map(({ role }) => role)).toEqual(['user', 'assistant', 'summary', 'assistant'])
    const shown = model.requests[3]?.entries.map(({ text }) => text).join('\n')
    expect(shown).toContain('What does it say?')
    expect(shown).toContain('README was read.')
    expect(shown).not.toContain('Hello from the workspace')
  },
)

scenario('stop withdraws what waits and ends what runs', { verifies: ['rest.turn-cancel'] }, async () => {
  const start = { name: 'run_persistent', arguments: { command: 'node -e "setInterval(() => {}, 1000)"', process_id: 'stopped' } }
  await using _model = await models.start([{ calls: [start] }, { calls: [write('never.md')] }])
  const { operator, projectId } = world()
  const conversation = await converse(world())
  const id = await conversation.send('Start it.')
  await operator.approve((await conversation.asked('run_persistent')).id, { cover_high: true })
  const approval = await conversation.asked('write_file')
  const running = async () =>
    (await operator.get<{ processes: { process_id: string; running: boolean }[] }>(`/my/projects/${projectId}/processes`)).processes.find(
      ({ process_id }) => process_id === 'stopped',
    )?.running
  expect(await eventually('the process', running)).toBe(true)
  const cancel = () => operator.request('POST', `/my/projects/${projectId}/chat/turns/${id}/cancel`)
  expect(await cancel()).toMatchObject({ status: 200, body: { turn: { status: 'stopped', error: 'You stopped it.' } } })
  expect(await cancel()).toMatchObject({ status: 409, body: { error_code: 'ALREADY_SETTLED' } })
  expect(await operator.approval(approval.id)).toMatchObject({ status: 'withdrawn' })
  await eventually('the end of the process', async () => (await running()) !== true)
  expect(world().workspace.has('never.md')).toBe(false)
})

scenario('a message has up to 10,000 characters', { verifies: ['rest.messages', 'limits.user-message'] }, async () => {
  await using _model = await models.start([{ text: 'Long.' }])
  const { operator, projectId } = world()
  const { session } = await converse(world())
  const send = (length: number) =>
    operator.request('POST', `/my/projects/${projectId}/chat/messages`, { body: { content: 'ж'.repeat(length), session_id: session } })
  expect(await send(10_001)).toMatchObject({ status: 400, body: { error_code: 'INVALID_ARGUMENTS' } })
  expect(await send(10_000)).toMatchObject({ status: 202, body: { message_id: expect.any(String), session_id: session } })
})
