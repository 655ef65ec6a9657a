// The server has no file descriptor left when a part is first loaded: it reports that, and the part works once a descriptor is
// free.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testProgram } from '../../../../scripts/test-program.ts'
import { makeProject, SECRET, startTestServer, tokenOf } from '../../test/test-server.ts'

const PROGRAM = testProgram(new URL('../../test/no-files-program.ts', import.meta.url))

test.each([0, 1, 3])('with %i files left a part that could not be loaded is loaded the next time', async (free) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-files-'))
  const server = await startTestServer({ dataDir })
  const project = await makeProject(server)
  await server[Symbol.asyncDispose]()
  const options = JSON.stringify({ dataDir, auth: { secret: SECRET } })
  const args = ['--nofile=256', process.execPath, PROGRAM, options, String(free), tokenOf(['agent'], { project }), project]
  const { stdout } = await promisify(execFile)('prlimit', args)
  const statuses = JSON.parse(stdout)
  if (free === 0) expect(statuses.without).toContain(500)
  expect(statuses.with).toEqual([200, 200, 200])
  await rm(dataDir, { recursive: true, force: true })
})
