// A transaction may be run again from its beginning. Each story of the engine is played on a store as it is, and on one that takes
// back the first run of every transaction: log, tables and announcements are the same, and nothing is there twice.
import { LIMITS, type ResultBody } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { assistantFor } from '../src/index.ts'
import type { OpenStore } from './open-store.ts'
import { createRetryingStore } from './retrying-store.ts'
import { askedWrite, createWorld, NO, type World, YES } from './world.ts'

const READ = { path: 'README.md' }
const done: ResultBody = { status: 'failed', error: 'it is not there', error_code: 'FILE_NOT_FOUND' }

const decide = async (world: World, id: string, answer: Parameters<World['engine']['decide']>[2]) =>
  world.engine.decide(world.operator, await world.approvalOf(await world.execution(id)), answer)

const STORIES: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'a LOW call that runs and ends': async (world) => {
    await world.hello()
    const execution = await world.call('read_file', READ, { call_id: 'one' })
    const waiting = world.engine.wait(execution, { seconds: 5, for: 'end' })
    await world.engine.settle(execution, done)
    expect(await waiting).toMatchObject({ status: 'failed' })
    await world.engine.settle(execution, done)
    expect(await world.call('read_file', READ, { call_id: 'one' })).toMatchObject({ id: execution.id })
  },
  'an approved write whose grant covers the next one': async (world) => {
    await world.hello()
    const asked = await askedWrite(world)
    await decide(world, asked.id, { ...YES, scope: 'session', comment: 'go on' })
    await world.call('write_file', { path: 'next.md', content: 'y' })
    await world.call('write_file', { path: 'third.md', content: 'z' })
  },
  'an edit that is asked again, then approved': async (world) => {
    await world.hello()
    const asked = await askedWrite(world)
    await decide(world, asked.id, { ...YES, edited_params: { path: 'other.md', content: 'edited' } })
    await world.preview(await world.execution(asked.id), 'other.md')
    await decide(world, asked.id, YES)
  },
  'a refusal, a rejection, an expiry and a cancelled question': async (world) => {
    await world.hello()
    await world.call('read_file', { path: '../outside' })
    await decide(world, (await askedWrite(world)).id, { ...NO, reason: 'no' })
    await world.engine.cancel(await askedWrite(world), 'the operator stopped it')
    await askedWrite(world)
    await world.pass(280)
    await world.pass(30)
  },
  'a question that is answered': async (world) => {
    const asked = await world.call('prompt_user', { message: 'Which one?', actions: ['left', 'right'] })
    await world.engine.answer(world.operator, await world.approvalOf(asked), { action: 'left', cover_high: false })
  },
  'a call that waits for its runner, is sent, is lost and has a late result': async (world) => {
    await world.call('read_file', READ)
    const asked = await world.call('execute_command', { command: 'npm', args: ['test'] })
    await decide(world, asked.id, YES)
    await world.hello()
    await world.pass(31)
    await world.pass(700)
    await world.engine.settle(await world.execution(asked.id), done)
  },
  'a call that nobody runs': async (world) => {
    await world.call('read_file', READ)
    await world.pass(121)
  },
  'a call that the runner gives back': async (world) => {
    await world.hello()
    const execution = await world.call('read_file', READ)
    await world.engine.settle(execution, { status: 'failed', error: 'a link leads out', error_code: 'APPROVAL_NEEDED' })
  },
  'a plain client that joins and has one tool less': async (world) => {
    await world.call('read_file', READ)
    const runner = await world.engine.joinPlain(world.project)
    if (runner) await world.engine.equipPlain(world.project.id, runner, ['read_file'])
    await world.call('write_file', { path: 'a.md', content: 'x' })
  },
  'a turn whose calls end with it': async (world) => {
    await world.hello()
    const { turn } = await world.engine.startTurn(world.operator, world.project, { content: 'hi', session_id: undefined, model: () => 'm' })
    const tool_calls = [
      { tool_name: 'read_file', tool_params: READ },
      { tool_name: 'execute_command', tool_params: { command: 'npm', args: ['test'] } },
    ]
    const step = { role: 'assistant', content: 'I look.', provider: null, input_tokens: 1, output_tokens: 2 } as const
    await world.engine.recordStep(turn, { ...step, tool_calls, at_once: tool_calls })
    await world.engine.announceWaiting(turn)
    await world.engine.endTurn(turn, { status: 'stopped' })
  },
  'a session that ends by silence, and a project that is deleted': async (world) => {
    await world.hello()
    await world.engine.openSession(assistantFor(world.operator), world.project, { title: 'first' })
    await askedWrite(world)
    await world.pass(LIMITS.sessionIdleMinutes * 60 + 1)
    await world.hello()
    await world.call('read_file', READ)
    await world.engine.deleteProject(world.project.id, async () => undefined)
  },
}

export function describeRetries(open: OpenStore): void {
  it.each(Object.keys(STORIES))('doubles nothing where every transaction is run again: %s', async (name) => {
    const play = STORIES[name] as (world: World) => Promise<void>
    await using once = await open()
    await using twice = createRetryingStore(await open())
    expect(await traceOf(twice, play)).toEqual(await traceOf(once, play))
  })
}

/** Everything that can be seen of a story, with ids and digests by the order in which they appear. */
async function traceOf(store: Awaited<ReturnType<OpenStore>>, play: (world: World) => Promise<void>) {
  const world = await createWorld({ store })
  const announced: unknown[] = []
  const sent: unknown[] = []
  world.core.executionChanges.watch(({ execution: { status }, moves }) => announced.push({ status, moves }))
  world.core.feed.follow(world.project.id, 0, { onItem: ({ row: { seq, type } }) => void sent.push({ seq, type }) })
  await play(world)
  const events = await world.events()
  await expect.poll(() => sent.length).toBe(events.length)
  const anonymous = anonymize()
  const rows = await store.read(async ({ sessions, executions, approvals, grants, runners, messages, turns }) => {
    const tables = { sessions, executions, approvals, grants, runners, messages, turns }
    return Promise.all(Object.entries(tables).map(async ([name, table]) => ({ name, rows: await table.find({}) })))
  })
  return {
    announced,
    sent,
    events: events.map((event) => anonymous(event)),
    tables: rows.map((table) => ({ name: table.name, rows: table.rows.map((row) => anonymous(row)).sort() })),
    defects: world.defects,
  }
}

const SECRET = /"clearance":"[^"]*"/g
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{64}\b/g

function anonymize(): (value: unknown) => string {
  const known = new Map<string, string>()
  const nameOf = (id: string) => known.get(id) ?? known.set(id, `#${known.size + 1}`).get(id) ?? id
  return (value) => JSON.stringify(value).replace(SECRET, '"clearance":"signed"').replace(ID, nameOf)
}
