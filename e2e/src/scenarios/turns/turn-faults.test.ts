// The server dies by SIGKILL at every fault point that a turn of ten tool calls passes, each once, at a call that the seed chooses; in a
// full run, at each of the calls. Afterwards everything is as in a run without a crash: the record, what the model saw, what happened in
// the workspace.
import { createHash } from 'node:crypto'
import { FAULT_POINTS, type FaultPoint } from '@countersign/core'
import { expect } from 'vitest'
import { isExhaustive } from '../../../../scripts/chaos/sample.ts'
import { scenario } from '../../scenario.ts'
import { answerAll, converse } from '../../world/clients/conversation.ts'
import { prepareModels, type ScriptedModel, type ScriptedStep } from '../../world/scripted-models.ts'
import { sharedWorld } from '../../world/shared-world.ts'
import { FAULT_FILES } from '../faults.ts'

const SEED = process.env.TURN_FAULTS_SEED ?? '5'
const models = await prepareModels()
const world = sharedWorld({
  runner: 'separate',
  files: FAULT_FILES,
  serve: ['--runner-wait-seconds', '60', ...models.serve],
  serverEnv: models.env,
})

/** How often an undisturbed turn passes each kind of commit. The first calls of a step are made in the commit of the step. */
const PASSES: Readonly<Record<string, number>> = { turn: 1, step: 6, request: 3, preview: 3, decide: 5, answer: 1, settle: 9, notice: 6 }

const append = (path: string) => ({ name: 'write_file', arguments: { path, content: 'ran\n', mode: 'append' } })
const count = (path: string) => ({ name: 'execute_command', arguments: { command: 'node', args: ['count-to.mjs', path] } })
const read = (path: string) => ({ name: 'read_file', arguments: { path } })

const stepsOf = (run: string): ScriptedStep[] => [
  { text: 'I look.', calls: [read('README.md'), { name: 'list_directory', arguments: { path: 'src' } }, read('config.json')] },
  { calls: [append(`${run}-1.md`), append(`${run}-2.md`)] },
  { text: 'Now the script.', calls: [count(`${run}-3.txt`)] },
  { calls: [{ name: 'prompt_user', arguments: { message: 'Once more?', actions: ['yes', 'no'] } }, append(`${run}-1.md`)] },
  { calls: [count(`${run}-3.txt`), read(`${run}-1.md`)] },
  { text: ['All ', 'done.'] },
]

/** One whole turn; `during` starts it with a server that is going to die. */
async function playTurn(run: string, during: (play: Promise<unknown>) => Promise<void> = async () => undefined) {
  await using model = await models.start({ steps: stepsOf(run), by: 'conversation' })
  const conversation = await converse(world())
  const play = conversation.send('Do the ten things.').then((id) => answerAll(world(), conversation, id))
  const [turn] = await Promise.all([play, during(play)])
  return {
    turn: { status: turn.status, steps: turn.steps, input_tokens: turn.input_tokens, error: turn.error },
    transcript: withoutRun(run, await conversation.transcript().then((all) => all.map(shownOf))),
    seen: withoutRun(run, lastSeen(model)),
    effects: await Promise.all([`${run}-1.md`, `${run}-2.md`, `${run}-3.txt`].map((name) => world().workspace.countLines(name))),
  }
}

type Message = Awaited<ReturnType<Awaited<ReturnType<typeof converse>>['transcript']>>[number]

const shownOf = ({ role, content, tool_calls }: Message) => ({
  role,
  content,
  calls: tool_calls.map(({ tool_name, tool_params, status }) => ({ tool_name, tool_params, status })),
})

/** What the model received for its last step: the whole conversation with each result. */
const lastSeen = ({ requests }: ScriptedModel) =>
  requests.at(-1)?.entries.map((entry) => ('calls' in entry ? { ...entry, calls: entry.calls.map(({ id, ...call }) => call) } : entry.text))

/** Names and markers differ from run to run. */
const withoutRun = (run: string, value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(run, 'RUN')
      .replaceAll(/(<\/?output )[\da-f]{12}/g, '$1MARK'),
  )

/** Counted from 1; one, the same for the same seed, or all. */
function passesOf(point: FaultPoint): readonly number[] {
  const passes = PASSES[point.split(':')[0] as string] ?? 1
  if (isExhaustive) return Array.from({ length: passes }, (_, index) => 1 + index)
  return [1 + (createHash('sha256').update(`${SEED} ${point}`).digest().readUInt32BE() % passes)]
}

async function dieAt(fault: string): Promise<void> {
  await world().server().stop()
  const server = await world().restartServer({ COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: fault })
  const run = `died-${fault.replaceAll(':', '-')}`
  const disturbed = await playTurn(run, async (play) => {
    const ending = await Promise.race([server.ended, play.then(() => undefined)])
    expect(ending?.signal, `the server did not die at ${fault}`).toBe('SIGKILL')
    await world().restartServer()
  })
  expect(disturbed, fault).toEqual(await undisturbed)
}

let undisturbed: ReturnType<typeof playTurn>

scenario('a turn of ten tool calls does each thing once', { verifies: ['agent.turn'] }, async () => {
  undisturbed = playTurn('undisturbed')
  const { turn, effects, transcript, seen } = await undisturbed
  expect(turn).toEqual({ status: 'finished', steps: 6, input_tokens: 60, error: null })
  expect(effects).toEqual([2, 1, 2])
  expect((transcript as { calls: unknown[] }[]).flatMap(({ calls }) => calls)).toHaveLength(10)
  expect((seen as unknown[]).filter((entry) => typeof entry === 'string')).toHaveLength(1 + 10)
})

for (const point of FAULT_POINTS.filter((name) => (name.split(':')[0] as string) in PASSES)) {
  for (const pass of passesOf(point))
    scenario(
      `a turn goes on as if nothing had happened when the server dies at ${point}:${pass}`,
      { verifies: ['agent.durable'], seconds: 400 },
      () => dieAt(`${point}:${pass}`),
    )
}
