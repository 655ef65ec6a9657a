import { expect, test } from 'vitest'
import { call, calls, read, type Said } from '../../test/scripted-steps.ts'
import { createTurnWorld, type Run, runWell, type TurnWorld } from '../../test/turn-world.ts'

const fails: Run = () => ({ status: 'failed', error: 'File not found: a', error_code: 'FILE_NOT_FOUND' })
const FAILING = calls(read('a'))
const times = (count: number, step: Said = FAILING) => Array.from({ length: count }, () => step)

const say = async (world: TurnWorld, action: string) =>
  world.engine.answer(world.operator, await world.asked('prompt_user'), { action, cover_high: false })

test('the same failing call three times asks the operator, and goes on if they say so, until the sixth', async () => {
  const world = await createTurnWorld({ script: [...times(6), { content: 'I give up.' }], run: fails })
  const turn = await world.send('go')
  const question = await world.asked('prompt_user')
  expect(question.tool_params.message).toBe('read_file failed 3 times in a row with the same parameters: File not found: a. Shall I go on?')
  expect(question.preview).toMatchObject({
    message_form: { form: 'question.repeated-failure', slots: { tool: 'read_file', times: 3, reason: 'File not found: a' } },
    actions_forms: [{ form: 'question.go-on' }, { form: 'question.stop' }],
  })
  expect(world.ran).toHaveLength(3)
  const comment = 'it will come'
  await world.engine.answer(world.operator, question, { action: 'go on', comment, cover_high: false })
  await say(world, 'go on')
  expect(await world.end(turn)).toMatchObject({ status: 'finished' })
  expect(world.ran).toHaveLength(6)
  const [, second, third] = world.model.results()
  expect(second?.text).not.toContain('operator')
  expect(third?.text).toMatch(
    /the operator was asked whether to go on\.\nThe operator chose: "go on"\nThe operator wrote:\n> it will come$/,
  )
})

test('the turn ends where they say stop, or nothing', async () => {
  const world = await createTurnWorld({ script: times(4), run: fails })
  const turn = await world.send('go')
  await say(world, 'stop')
  expect(await world.end(turn)).toMatchObject({ status: 'stopped', error: expect.stringContaining('three times') })
  const silent = await createTurnWorld({ script: times(4), run: fails })
  const other = await silent.send('go')
  await silent.asked('prompt_user')
  await silent.pass(601)
  expect(await silent.end(other)).toMatchObject({ status: 'stopped' })
  expect(silent.ran).toHaveLength(3)
})

test('a server that stops while the question is open asks it again, as the same question', async () => {
  const world = await createTurnWorld({ script: [...times(3), { content: 'Well.' }], run: fails })
  const turn = await world.send('go')
  const question = await world.asked('prompt_user')
  await world.restart()
  expect(await world.seeTurn(turn)).toMatchObject({ status: 'running' })
  expect((await world.asked('prompt_user')).id).toBe(question.id)
  expect(world.model.seen).toHaveLength(3)
  await say(world, 'go on')
  expect(await world.end(turn)).toMatchObject({ status: 'finished' })
  expect((await world.executions()).filter(({ tool_name }) => tool_name === 'prompt_user')).toHaveLength(1)
})

test('calls that cannot be read count too', async () => {
  const world = await createTurnWorld({ script: times(3, calls({ ...call('read_file'), error: 'no JSON' })) })
  const turn = await world.send('go')
  await say(world, 'stop')
  expect(await world.end(turn)).toMatchObject({ status: 'stopped' })
})

test.each([
  ['other parameters', [FAILING, FAILING, calls(read('b')), FAILING]],
  ['a success between', [FAILING, FAILING, calls(read('good')), FAILING, FAILING]],
  ['two failures', [FAILING, FAILING]],
])('%s is no repetition', async (_, script) => {
  const run: Run = (execution) => (execution.tool_params.path === 'good' ? runWell(execution) : fails(execution))
  const world = await createTurnWorld({ script, run })
  expect(await world.end(await world.send('go'))).toMatchObject({ status: 'finished' })
})

test('three at once in one step are three', async () => {
  const world = await createTurnWorld({ script: [calls(read('a'), read('a'), read('a'))], run: fails })
  const turn = await world.send('go')
  await say(world, 'stop')
  expect(await world.end(turn)).toMatchObject({ status: 'stopped', steps: 1 })
})
