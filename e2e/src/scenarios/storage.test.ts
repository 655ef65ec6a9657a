// A server whose database is damaged: it reports this instead of continuing, and does not start on it again.
import { rm, truncate } from 'node:fs/promises'
import { expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { startWorld } from '../world/world.ts'

scenario('an emptied database is noticed, told, and not started on', { verifies: ['limits.storage'] }, async () => {
  await using world = await startWorld()
  await world.agent.call('read_file', { path: 'README.md' })
  // A stop signs what is on record.
  await world.server().stop()
  await world.restartServer()
  const database = world.data.at('countersign.sqlite')
  await truncate(database, 0)
  const open = createApi(world.url, '')
  const reply = await eventually('the server to notice', async () => {
    const ready = await open.request('GET', '/ready')
    return ready.status === 503 ? ready : undefined
  })
  expect(reply.body).toMatchObject({ success: false, error_code: 'STORAGE' })
  const call = await world.agent.request('POST', '/my/tools/execute', {
    body: { tool_name: 'read_file', tool_params: { path: 'README.md' }, project_id: world.projectId },
  })
  expect(call).toMatchObject({ status: 503, body: { error_code: 'STORAGE' } })
  await world.server().kill()
  // As long as the file beside it exists, SQLite restores everything from it.
  await rm(`${database}-wal`)
  await expect(world.restartServer()).rejects.toThrow(database)
})
