// Tokens that expire while they are used: their users get a successor in time.
import { expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { startRunner } from '../world/processes/runner.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ runner: 'none' })
/** Long enough for a runner to start on a busy machine. */
const LIFE_SECONDS = 10

scenario('a runner goes on when the token that it was started with has ended', { verifies: ['access.renew'] }, async () => {
  const { url, projectId, workspace, data, agent, operator, createToken } = world()
  const now = Math.floor(Date.now() / 1000)
  const token = await createToken({ roles: ['runner'], project: projectId, iat: now, exp: now + LIFE_SECONDS, until: now + 3600 })
  await using _runner = startRunner({ url, token, workspace: workspace.path, data: data.at('short') })
  await world().runnerOnline()
  await eventually('the end of the first token', async () => Date.now() / 1000 > now + LIFE_SECONDS + 2 || undefined)
  const refused = await fetch(`${url}/my/projects/${projectId}`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(401)
  expect(await agent.call('read_file', { path: 'README.md' }, { wait_seconds: 30 })).toMatchObject({ status: 'completed' })
  const { project } = await operator.get<{ project: { runner: { online: boolean } } }>(`/my/projects/${projectId}`)
  expect(project.runner.online).toBe(true)
})
