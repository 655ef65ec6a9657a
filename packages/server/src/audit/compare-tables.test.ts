import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { callTool, makeWorld, sayHello, type World } from '../../test/world.ts'

async function withRecord(
  work: (server: TestServer, world: World, ids: Record<'refused' | 'rejected' | 'waiting', string>) => Promise<void>,
) {
  await using server = await startTestServer()
  const world = await makeWorld(server, 'alice', { empty: true })
  await sayHello(server, world)
  const call = (command: string, ...args: string[]) => callTool(server, world, { command, args })
  const refused = await call('rm', '-rf', '/')
  const rejected = await call('git', 'commit', '-m', 'x')
  await server.call('reject', { token: world.tokens.operator, params: { p: world.ids.p, a: rejected.approval_id }, body: {} })
  const waiting = await call('git', 'commit', '-m', 'y')
  await work(server, world, { refused: refused.tool_id, rejected: rejected.tool_id, waiting: waiting.tool_id })
}

const tamper = (server: TestServer, text: string, id: string) => {
  const database = new DatabaseSync(join(server.dataDir, 'countersign.sqlite'), { timeout: 5_000 })
  database.prepare(text).run(Buffer.from(id.replaceAll('-', ''), 'hex'))
  database.close()
}

const verify = async (server: TestServer, { tokens, ids }: World) =>
  (await server.call('verifyLog', { token: tokens.operator, params: { p: ids.p } })).json

test('tables that say what the log says verify', () =>
  withRecord(async (server, world) => {
    expect(await verify(server, world)).toMatchObject({ verified: true })
  }))

test('a call with another end than the log gave it is found', () =>
  withRecord(async (server, world, { rejected }) => {
    tamper(server, `UPDATE tool_executions SET status = 'completed' WHERE id = ?`, rejected)
    const { verified, problem } = await verify(server, world)
    expect(verified).toBe(false)
    expect(problem.sentence).toMatch(/^row \d+ says that call .* is rejected, the table says completed$/)
  }))

test('a call that was taken out of the table is found', () =>
  withRecord(async (server, world, { refused }) => {
    tamper(server, 'DELETE FROM tool_executions WHERE id = ?', refused)
    expect((await verify(server, world)).problem.sentence).toMatch(/^row \d+ ends call .*, which is not in the table$/)
  }))

test('a call that ended only in the table is found', () =>
  withRecord(async (server, world, { waiting }) => {
    tamper(server, `UPDATE tool_executions SET status = 'completed', completed_at = created_at WHERE id = ?`, waiting)
    expect((await verify(server, world)).problem).toEqual({
      seq: null,
      sentence: `the table says that call ${waiting} is completed, the log does not`,
    })
  }))
