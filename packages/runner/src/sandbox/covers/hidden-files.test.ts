import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, LATIN, LOOKALIKE } from '../../../test/hosts/temporary-workspace.ts'
import { makeTooLong, removeTooLong } from '../../../test/hosts/too-long-path.ts'
import { createHiddenFiles, isStillHidden } from './hidden-files.ts'

const sandbox = await detectTestSandbox()

const SECRETS = {
  '.env': 'SECRET',
  'deep/server.key': 'SECRET',
  '.ssh/id_rsa': 'SECRET',
  '.git/config': 'SECRET',
  'sub/.git/config': 'SECRET',
  '.countersign/x': 'SECRET',
}

describe('hidden files', () => {
  it('are all sensitive files and folders, links not followed', async () => {
    await using place = createTemporaryWorkspace({ ...SECRETS, 'src/env.ts': '', '.env.example': '' })
    place.link('link.pem', 'src/env.ts')
    const { files, folders, gitFolders } = createHiddenFiles(place.root).find()
    expect([...files].sort()).toEqual(['.env', 'deep/server.key'])
    expect([...folders].sort()).toEqual(['.countersign', '.ssh'])
    expect([...gitFolders].sort()).toEqual(['.git', 'sub/.git'])
  })

  it('are found as soon as they appear and forgotten when they are gone', async () => {
    await using place = createTemporaryWorkspace({ 'a/b/c.txt': '' })
    const { find } = createHiddenFiles(place.root)
    expect(find().files).toEqual([])
    for (let round = 0; round < 50; round++) {
      writeFileSync(place.at('a/b/.env'), '')
      expect(find().files).toEqual(['a/b/.env'])
      rmSync(place.at('a/b/.env'))
      expect(find().files).toEqual([])
    }
  })

  it('are found in turns too, while others get theirs', async () => {
    const folders = Array.from({ length: 200 }, (_, index) => [`${index}/a.txt`, ''])
    await using place = createTemporaryWorkspace({ ...Object.fromEntries(folders), '7/.env': '' })
    const finder = createHiddenFiles(place.root)
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const found = await finder.findInTurns()
    clearImmediate(next)
    expect(turns).toBeGreaterThan(3)
    expect(found.files).toEqual(['7/.env'])
    expect([finder.isFirst(), finder.find()]).toEqual([false, found])
  })

  it('are found in folders whose names are no text', async () => {
    await using place = createTemporaryWorkspace({ [`${LOOKALIKE}/a.txt`]: '', [`${LATIN}/.env`]: '', [`${LATIN}.pem`]: '' })
    const { files, held } = createHiddenFiles(place.root).find()
    expect([...files].sort()).toEqual([`${LATIN}.pem`, `${LATIN}/.env`])
    expect(held).toEqual([LATIN])
  })

  it('are told apart from others that take their names', async () => {
    await using place = createTemporaryWorkspace({ '.kube/config': '', 'other/config': '', 'src/a.ts': '' })
    const { find } = createHiddenFiles(place.root)
    const before = find()
    place.file('src/b.ts')
    place.pipe('pipe')
    expect(isStillHidden(before, find())).toBe(true)
    renameSync(place.at('.kube'), place.at('k'))
    expect(isStillHidden(before, find())).toBe(false)
    renameSync(place.at('other'), place.at('.kube'))
    expect(isStillHidden(before, find())).toBe(false)
    renameSync(place.at('.kube'), place.at('other'))
    renameSync(place.at('k'), place.at('.kube'))
    expect(isStillHidden(before, find())).toBe(true)
  })

  it('do not keep the rest from being looked at where one path is too long', async () => {
    await using place = createTemporaryWorkspace({ '.env': '', 'deep/server.key': '' })
    const outermost = 'x'.repeat(200)
    makeTooLong(place.root, outermost)
    const { files, closed } = createHiddenFiles(place.root).find()
    expect([...files].sort()).toEqual(['.env', 'deep/server.key'])
    expect(closed).toHaveLength(1)
    expect(closed[0]?.startsWith(`${outermost}/`)).toBe(true)
    removeTooLong(place.root, outermost)
  })
})

describe.skipIf(sandbox.isolation === 'none')('a command', () => {
  it.each(['LOW', 'MEDIUM'] as const)('of %s risk never prints a secret, however it searches', async (risk) => {
    await using place = createTemporaryWorkspace({ ...SECRETS, 'ok.txt': 'FOUND' })
    const run = runIn({ ...place, sandbox, risk })
    expect((await run('sh', '-c', 'cat .env deep/*.key .ssh/* .countersign/* 2>&1')).stdout).not.toContain('SECRET')
    const { stdout, exitCode } = await run('grep', '-rE', 'SECRET|FOUND', '--exclude-dir=.git', '.')
    expect({ stdout, exitCode }).toEqual({ stdout: './ok.txt:FOUND\n', exitCode: 0 })
  })

  it('that only reads does not see the insides of git', async () => {
    await using place = createTemporaryWorkspace(SECRETS)
    expect((await runIn({ ...place, sandbox, risk: 'LOW' })('grep', '-r', 'SECRET', '.')).stdout).toBe('')
  })

  it('cannot uncover a secret by moving or removing what lies over it', async () => {
    await using place = createTemporaryWorkspace(SECRETS)
    const script = 'rm -f .env; mv .env x; mv deep moved; cat x moved/server.key deep/server.key .env; umount .env; cat .env'
    expect((await runIn({ ...place, sandbox })('sh', '-c', script)).stdout).toBe('')
  })
})
