// What the model is told about calls that failed, and how a person ends or resumes what is stuck.
import { expect } from 'vitest'
import { scenario } from '../../scenario.ts'
import { converse } from '../../world/clients/conversation.ts'
import { prepareModels } from '../../world/scripted-models.ts'
import { sharedWorld } from '../../world/shared-world.ts'

const models = await prepareModels()
const world = sharedWorld({
  runner: 'separate',
  serve: ['--approval-seconds', '8', '--lease-seconds', '2', '--runner-wait-seconds', '3', ...models.serve],
  serverEnv: models.env,
})

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'x\n' } })
const MISSING = { name: 'read_file', arguments: { path: 'no-such-file.md' } }
const SLOW = { name: 'execute_command', arguments: { command: 'node', args: ['slow.mjs'], timeout: 60 } }

scenario(
  'each end reaches the model in words of its own, the operator’s reason as the operator’s',
  { verifies: ['agent.words'] },
  async () => {
    const [rejected, unanswered] = [write('rejected.md'), write('unanswered.md')]
    const forbidden = { name: 'execute_command', arguments: { command: 'curl', args: ['x'] } }
    await using model = await models.start([{ calls: [MISSING, forbidden, rejected, unanswered] }, { text: 'I see.' }])
    const conversation = await converse(world())
    const id = await conversation.send('Try everything.')
    await world().operator.reject((await conversation.asked('write_file')).id, 'keep the folder clean')
    expect(await conversation.end(id)).toMatchObject({ status: 'finished' })
    const told = model.requests[1]?.entries.flatMap((entry) => (entry.role === 'result' ? [entry.text] : []))
    expect(told).toEqual([
      expect.stringMatching(/^<output [^>]+>\nFile not found[\s\S]+List the folder to see what is there\.$/),
      expect.stringMatching(/^Command not allowed: curl\n\S/),
      'Approval denied. The operator said no; do something else or ask.\nThe operator wrote:\n> keep the folder clean',
      expect.stringMatching(/^Approval timeout[\s\S]+ask again when the operator is there/),
    ])
  },
)

scenario('a lost runner and one that is away have words of their own', { verifies: ['agent.words'], seconds: 400 }, async () => {
  await world().workspace.write('slow.mjs', "console.log('begun')\nsetInterval(() => {}, 1000)\n")
  await using model = await models.start([{ calls: [SLOW] }, { calls: [MISSING] }, { text: 'I see.' }])
  await using reader = await world().events()
  const conversation = await converse(world())
  const id = await conversation.send('Run it.')
  await world().operator.approve((await conversation.asked('execute_command')).id)
  await reader.next('tool.output')
  await world().runner()?.kill()
  expect(await conversation.end(id)).toMatchObject({ status: 'finished' })
  const told = model.requests[2]?.entries.flatMap((entry) => (entry.role === 'result' ? [entry.text] : []))
  expect(told?.[0]).toMatch(/The runner was lost while executing[\s\S]+The outcome is unknown; look at the workspace before repeating/)
  expect(told?.[1]).toMatch(/^No runner is connected[\s\S]+countersign runner/)
  world().restartRunner()
  await world().runnerOnline()
})

scenario('the same failing call three times in a row asks whether to go on', { verifies: ['agent.three-times'] }, async () => {
  await using model = await models.start([{ calls: [MISSING] }, { calls: [MISSING] }, { calls: [MISSING] }, { text: 'Well.' }])
  const { operator, projectId } = world()
  const conversation = await converse(world())
  const id = await conversation.send('Read it.')
  const question = await conversation.asked('prompt_user')
  expect(question.preview).toMatchObject({
    message: expect.stringContaining('read_file failed 3 times in a row'),
    actions: ['go on', 'stop'],
  })
  expect(model.requests).toHaveLength(3)
  await operator.post(`/my/projects/${projectId}/questions/${question.id}/answer`, { action: 'stop' })
  expect(await conversation.end(id)).toMatchObject({ status: 'stopped', error: expect.stringContaining('three times in a row') })
})

scenario('stop with an answer ends the turn there', { verifies: ['approvals.stop'] }, async () => {
  await using model = await models.start([{ calls: [write('one.md'), write('two.md')] }, { text: 'Never said.' }])
  const { operator, projectId } = world()
  const conversation = await converse(world())
  const id = await conversation.send('Write two.')
  const { id: approval } = await conversation.asked('write_file')
  await operator.post(`/my/projects/${projectId}/approvals/${approval}/reject`, { reason: 'enough', stop: true })
  expect(await conversation.end(id)).toMatchObject({ status: 'stopped', error: 'You said stop.' })
  expect(model.requests).toHaveLength(1)
  expect(await operator.pending()).toEqual([])
})
