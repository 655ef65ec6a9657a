// A model that refuses, breaks off or is at its limit: the person reads what to do, or the turn continues as if nothing had happened.
import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { scenario } from '../../scenario.ts'
import { converse } from '../../world/clients/conversation.ts'
import { MODELS, prepareModels } from '../../world/scripted-models.ts'
import { sharedWorld } from '../../world/shared-world.ts'

const models = await prepareModels()
const world = sharedWorld({ serve: models.serve, serverEnv: models.env })

const KEY = String(models.env.SCRIPTED_KEY)
const READ = { name: 'read_file', arguments: { path: 'README.md' } }

for (const name of MODELS) {
  scenario(`${name}: a refused key ends the turn in words, and is written nowhere`, { verifies: ['agent.models'] }, async () => {
    await using _model = await models.start([{ refuse: { status: 401, message: `Incorrect API key provided: ${KEY}` } }])
    const conversation = await converse(world(), name)
    const turn = await conversation.end(await conversation.send('Hello.'))
    expect(turn).toMatchObject({ status: 'failed', error: expect.stringContaining('Put a good key into the variable SCRIPTED_KEY') })
    expect(spawnSync('grep', ['-rl', KEY, world().data.path], { encoding: 'utf8' }).stdout).toBe('')
    expect(world().server().stderr()).not.toContain(KEY)
  })

  scenario(`${name}: an answer that breaks off is begun again, and its calls run once`, { verifies: ['agent.models'] }, async () => {
    await using model = await models.start([
      { text: 'Half', calls: [READ], breaks: 'reset' },
      { text: 'Whole', calls: [READ] },
      { text: 'Done.' },
    ])
    await using reader = await world().events()
    const conversation = await converse(world(), name)
    const id = await conversation.send('Read it.')
    expect(await conversation.end(id)).toMatchObject({ status: 'finished', steps: 2 })
    const [, step, answer] = await conversation.transcript()
    expect(step).toMatchObject({ content: 'Whole', tool_calls: [{ tool_name: 'read_file', status: 'completed' }] })
    expect(answer?.content).toBe('Done.')
    expect(model.requests[2]?.entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'result'])
    await reader.next('chat.turn', (data) => data.turn_id === id && data.status === 'finished')
    const pieces = reader.events.filter(({ type, data }) => type === 'chat.delta' && data.turn_id === id && data.step === 0)
    expect(pieces.at(-1)?.data).toMatchObject({ offset: 0, text: 'Whole' })
  })
}

scenario('a conversation that is too long goes on from a summary', { verifies: ['agent.models'] }, async () => {
  const message = "This model's maximum context length is 4096 tokens."
  await using model = await models.start([
    { calls: [READ] },
    { refuse: { status: 400, code: 'context_length_exceeded', message } },
    { text: 'The person wants README.md read; it was.' },
    { text: 'All read.' },
  ])
  const conversation = await converse(world(), 'compatible')
  expect(await conversation.end(await conversation.send('Read it.'))).toMatchObject({ status: 'finished' })
  expect(model.requests[2]?.tools).toEqual([])
  expect(model.requests[3]?.entries.map(({ text }) => text)).toEqual([
    'Read it.',
    'Summary of the conversation so far:\nThe person wants README.md read; it was.',
  ])
  expect((await conversation.transcript()).map(({ role }) => role)).toEqual(['user', 'assistant', 'summary', 'assistant'])
})
