// Each name settles by itself; what the quarantine cannot take gets a name that nothing obeys; what could not be done is tried again.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { initRepository } from '../../../test/hosts/git-repository.ts'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import { findTestToolchains } from '../../../test/process-parts.ts'
import { describeSettled } from './describe-settled.ts'
import { createLookAround } from './look-around.ts'
import { watchLaterRun } from './watch-later-run.ts'

const sandbox = await detectTestSandbox()
const OTHER_DISK = '/dev/shm'
const isOtherDisk = (place: TemporaryWorkspace) => existsSync(OTHER_DISK) && statSync(OTHER_DISK).dev !== statSync(place.root).dev

describe('what cannot be moved to the quarantine by its name', () => {
  it('is copied to another disk and removed', async ({ skip }) => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    if (!isOtherDisk(place)) skip('this machine has one disk only')
    const quarantineDir = mkdtempSync(join(OTHER_DISK, 'countersign-test-'))
    try {
      const { stderr } = await runIn({ ...place, sandbox, quarantineDir })('sh', '-c', 'mkdir -p src/.zed/x; echo x > src/.zed/x/y')
      expect(stderr).toContain('src/.zed would be run or obeyed later')
      expect(readdirSync(place.at('src'))).toEqual(['a.ts'])
      const [kept] = readdirSync(quarantineDir)
      expect(readFileSync(`${quarantineDir}/${kept}/.zed/x/y`, 'utf8')).toBe('x\n')
    } finally {
      rmSync(quarantineDir, { recursive: true })
    }
  })

  it('gets a name that nothing obeys where the quarantine takes nothing at all', async () => {
    await using place = createTemporaryWorkspace({ '../quarantine': 'a file, as on a disk that is full' })
    initRepository(place.root)
    const run = runIn({ ...place, sandbox, quarantineDir: place.at('../quarantine/x') })
    const { stderr, exitCode } = await run('sh', '-c', 'mkdir .zed; echo x > .zed/tasks.json; mkdir -p sub/.git; echo x > sub/.git/config')
    expect(exitCode).toBe(0)
    expect(existsSync(place.at('.zed'))).toBe(false)
    expect(existsSync(place.at('sub/.git'))).toBe(false)
    const inert = /\.zed would be run [^\n]* is now called (countersign-put-away-\w+), which nothing obeys/.exec(stderr)?.[1] ?? ''
    expect(readFileSync(place.at(`${inert}/tasks.json`), 'utf8')).toBe('x\n')
  })
})

describe('where a part of it fails', () => {
  it('the rest is settled, what failed is told, and it is tried again before the next command', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    const { root } = place
    const around = createLookAround({ root, toolchains: findTestToolchains(root), environment: process.env })
    let isBroken = false
    const walk = () => (isBroken ? Promise.reject(new Error('the disk does not answer')) : around.walk())
    const [quarantine, recordsDir] = [place.at('../quarantine'), place.at('../records')]
    const facts = { ...around, walk, root, canHold: true, quarantine, recordsDir, makesRepository: false }
    const first = await watchLaterRun(facts)
    place.file('.envrc')
    place.file('src/.envrc')
    isBroken = true
    const settled = await first.settle()
    first[Symbol.dispose]()
    expect(settled.away).toEqual([{ name: '.envrc' }])
    expect(describeSettled(settled)).toContain('ATTENTION: the workspace may hold what would be run or obeyed later')
    expect(readdirSync(recordsDir)).toEqual([expect.stringMatching(/\.unsettled\.json$/)])
    isBroken = false
    const second = await watchLaterRun(facts)
    expect(existsSync(place.at('src/.envrc'))).toBe(false)
    expect((await second.settle()).away).toEqual([{ name: 'src/.envrc' }])
    second[Symbol.dispose]()
    expect(readdirSync(recordsDir)).toEqual([])
  })

  it('a command that was not started after all leaves no record, and what the person makes then stays', async () => {
    await using place = createTemporaryWorkspace()
    const { root } = place
    const around = createLookAround({ root, toolchains: findTestToolchains(root), environment: process.env })
    const [quarantine, recordsDir] = [place.at('../quarantine'), place.at('../records')]
    const facts = { ...around, root, canHold: true, quarantine, recordsDir, makesRepository: false }
    const first = await watchLaterRun(facts)
    first.abandon()
    first[Symbol.dispose]()
    place.file('.envrc')
    using _second = await watchLaterRun(facts)
    expect(existsSync(place.at('.envrc'))).toBe(true)
    expect(readdirSync(recordsDir)).toHaveLength(1)
  })

  it('a record that cannot be kept is told in words, and nothing starts', async () => {
    await using place = createTemporaryWorkspace({ '../records': 'a file' })
    const run = runIn({ ...place, sandbox, recordsDir: place.at('../records/x') })
    await expect(run('touch', 'made')).rejects.toThrow(Failure)
    expect(existsSync(place.at('made'))).toBe(false)
  })

  it('rights that a command took away are as it left them afterwards', async () => {
    await using place = createTemporaryWorkspace({ 'src/a.ts': '' })
    const run = runIn({ ...place, sandbox, quarantineDir: place.at('../quarantine') })
    await run('sh', '-c', 'mkdir -p src/.zed; chmod 500 src')
    expect(existsSync(place.at('src/.zed'))).toBe(false)
    expect(statSync(place.at('src')).mode & 0o777).toBe(0o500)
  })
})
