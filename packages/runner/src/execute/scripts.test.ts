// A clearance that binds the text of a script, at a real runner.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../test-kit/src/ids.ts'
import { makePlace, optionsFor } from '../../test/runner-fixture.ts'
import { ServerFixture } from '../../test/server-fixture.ts'
import { startRunner } from '../compose.ts'

const SCRIPT = 'node -p 1 > ran.txt'
const KEY = 'script:package:.:build'

async function run(text: string, by: object): Promise<{ readonly result: object; readonly ran: boolean }> {
  await using server = await new ServerFixture().listen()
  using place = makePlace()
  writeFileSync(join(place.workspace, 'package.json'), JSON.stringify({ scripts: { build: text } }))
  await using _runner = await startRunner(optionsFor(server, place))
  await expect.poll(() => server.streams).toBe(1)
  const params = { command: 'node', args: ['-e', 'require("fs").writeFileSync("ran.txt", "")'], timeout: 30 }
  const claims = { by, base_digests: { [KEY]: digestOf(`build: ${SCRIPT}`) } }
  server.signal(server.makeCall({ tool: 'execute_command', params, risk: 'HIGH', claims }))
  await expect.poll(() => server.results(), { timeout: 10_000 }).toHaveLength(1)
  return { result: server.results()[0] ?? {}, ran: existsSync(join(place.workspace, 'ran.txt')) }
}

describe('a command that runs a script by its name', () => {
  const grant = { kind: 'grant', grant_id: newId() }

  test('runs while the script has the text that was shown', async () => {
    expect(await run(SCRIPT, grant)).toMatchObject({ result: { status: 'completed' }, ran: true })
  })

  test('is given back to be asked where a grant cleared it and the text is another one', async () => {
    expect(await run(`${SCRIPT} && other`, grant)).toMatchObject({
      result: { error_code: 'APPROVAL_NEEDED', error: expect.stringContaining('script build in package.json') },
      ran: false,
    })
  })

  test('ends where a person approved the text that was shown', async () => {
    const person = { kind: 'person', user_id: 'ada', approval_id: newId() }
    expect(await run('other', person)).toMatchObject({ result: { error_code: 'FILE_CHANGED' }, ran: false })
  })
})
