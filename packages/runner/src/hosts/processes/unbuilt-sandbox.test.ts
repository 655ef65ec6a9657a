// Where the tree changes each time that a sandbox is built: nothing runs, and the caller is told what to do.

import { existsSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTestGitHost } from '../../../test/hosts/create-host.ts'
import { initRepository } from '../../../test/hosts/git-repository.ts'
import { openPersistentIn, powersOfCall } from '../../../test/hosts/persistent-in.ts'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { Sandbox } from '../../sandbox/index.ts'

const found = await detectTestSandbox()
if (found.reason) console.warn(`A sandbox that cannot be built is not tested: ${found.reason}`)

/** A secret is there while one looks, and gone with its folder when it is to be covered. */
function restlessSandbox(place: TemporaryWorkspace, isRestless: () => boolean): Sandbox {
  if (found.isolation === 'none') return found
  return {
    ...found,
    hiddenIn(root: string, globs?: readonly string[]) {
      if (!isRestless()) return found.hiddenIn(root, globs)
      place.file('keys/server.pem')
      const hidden = found.hiddenIn(root, globs)
      rmSync(place.at('keys'), { recursive: true })
      return hidden
    },
  }
}

const FAILURE = {
  code: 'FILE_CHANGED',
  message: expect.stringMatching(/the sandbox for \w+ could not be built.* nothing ran\. End what changes them.* and call again/),
}

describe.skipIf(found.isolation === 'none')('a sandbox that cannot be built because the tree changes', () => {
  it.each(['LOW', 'MEDIUM'] as const)('is a failure in words for a %s command, which has not run', async (risk) => {
    await using place = createTemporaryWorkspace()
    const run = runIn({ ...place, sandbox: restlessSandbox(place, () => true), risk })
    await expect(run('touch', 'made')).rejects.toMatchObject(FAILURE)
    expect(existsSync(place.at('made'))).toBe(false)
  })

  it('is the same for a persistent process, whose name is free again afterwards', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '' })
    let isRestless = true
    const sandbox = restlessSandbox(place, () => isRestless)
    await using persistent = await openPersistentIn({ root: place.root, dataDir: place.at('../data'), sandbox })
    const start = () => persistent.start({ processId: 'web', line: 'tail -f a.txt', cwd: '.' }, powersOfCall())
    await expect(start()).rejects.toMatchObject(FAILURE)
    expect(persistent.reports()).toMatchObject([{ running: false, how_ended: 'it could not be started' }])
    isRestless = false
    expect(await start()).toMatchObject({ isRunning: true })
  })

  it('is a failure of git for the tools of git', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '' })
    initRepository(place.root)
    const sandbox = { ...found, bwrapPath: '/bin/false' } as Sandbox
    const host = createTestGitHost({ root: place.root, sandbox, signal: new AbortController().signal })
    const message = expect.stringMatching(/its sandbox could not be built, nothing ran; call again when nothing changes the workspace/)
    await expect(host.status('.')).rejects.toMatchObject({ code: 'GIT_ERROR', message })
  })
})
