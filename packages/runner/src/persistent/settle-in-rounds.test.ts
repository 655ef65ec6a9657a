// What a process plants is put away while it runs on; what was there before, and what others are at work on, stays.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { initRepository } from '../../test/hosts/git-repository.ts'
import { NO_SANDBOX, openPersistentIn, powersOfCall } from '../../test/hosts/persistent-in.ts'
import { detectTestSandbox } from '../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import type { Settled } from '../sandbox/later-run/put-away/settle-log.ts'
import { settleInRounds } from './settle-in-rounds.ts'

const PLANT = `
mkdir .vscode sub; echo planted > .vscode/tasks.json
git init -q sub; git -C sub config core.fsmonitor ./p
git update-index --add --cacheinfo 160000,$(printf 'a%.0s' $(seq 40)),sub
git init -q harmless; mkdir -p node_modules/a/.github
echo planted; exec tail -f README.md`
const OWN = { 'README.md': 'mine', '.envrc': 'mine', '.github/ci.yml': 'mine', 'old/.npmrc': 'mine' }

describe.each([
  ['in a sandbox', detectTestSandbox],
  ['without a sandbox', async () => NO_SANDBOX],
])('%s', (_, sandbox) => {
  test('what a process plants is put away while it runs, and told', { timeout: 60_000 }, async () => {
    await using place = createTemporaryWorkspace(OWN)
    const git = initRepository(place.root)
    git('init', '-q', 'mine')
    const before = Object.keys(OWN).map((name) => statSync(place.at(name)).ctimeMs)
    const logs: object[] = []
    const warn = (fields: object) => void logs.push(fields)
    const logger = { info: () => undefined, warn, error: warn }
    await using persistent = await openPersistentIn({ root: place.root, dataDir: place.at('../data'), sandbox: await sandbox(), logger })
    await persistent.start({ processId: 'web', line: PLANT, cwd: '.' }, powersOfCall())
    const read = () => persistent.read({ processId: 'web', after: 0 })
    for (const told of ['\nplanted', '.vscode would be run or obeyed', 'sub/.git would be run or obeyed', 'sub stood in .git/index'])
      await expect.poll(() => `\n${read().output}`, { timeout: 30_000 }).toContain(told)

    expect(read().isRunning).toBe(true)
    for (const name of ['.vscode', 'sub/.git']) expect(existsSync(place.at(name))).toBe(false)
    expect(git('ls-files', '--stage')).not.toContain('160000')
    expect(logs).toContainEqual({ process_id: 'web', names: expect.arrayContaining(['.vscode']) })
    for (const name of ['mine/.git', 'harmless/.git', 'node_modules/a/.github']) expect(existsSync(place.at(name))).toBe(true)

    await persistent.end('web')
    for (const name of ['harmless/.git', 'node_modules/a/.github']) expect(existsSync(place.at(name))).toBe(false)
    expect(existsSync(place.at('mine/.git'))).toBe(true)
    for (const [name, content] of Object.entries(OWN)) expect(readFileSync(place.at(name), 'utf8')).toBe(content)
    expect(Object.keys(OWN).map((name) => statSync(place.at(name)).ctimeMs)).toEqual(before)
    expect(read().output.match(/\.vscode would be run/g)).toHaveLength(1)
  })
})

describe('the rounds', () => {
  afterEach(() => void vi.useRealTimers())
  const MINUTE = 60_000

  test('never overlap, and the stop waits for the one under way, after which none begins', async () => {
    vi.useFakeTimers()
    const looks: PromiseWithResolvers<Settled>[] = []
    const settle = () => {
      looks.push(Promise.withResolvers())
      return (looks.at(-1) as PromiseWithResolvers<Settled>).promise
    }
    const told: Settled[] = []
    const rounds = settleInRounds({
      settle,
      report: (settled) => void told.push(settled),
      onError: (error) => expect.unreachable(String(error)),
    })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(looks).toHaveLength(1)
    let isStopped = false
    const stopped = rounds.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(isStopped).toBe(false)
    looks[0]?.resolve({ away: [{ name: '.envrc' }], failed: [] })
    await stopped
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(looks).toHaveLength(1)
    expect(told).toEqual([{ away: [{ name: '.envrc' }], failed: [] }])
  })

  test('go on after one that failed, and tell once what could not be put away twice', async () => {
    vi.useFakeTimers()
    const report = vi.fn<(settled: Settled) => void>()
    const onError = vi.fn<(error: unknown) => void>()
    const failed = [{ name: '.envrc', why: 'EPERM' }]
    const settle = vi.fn<() => Promise<Settled>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue({ away: [], failed })
    const rounds = settleInRounds({ settle, report, onError })
    await vi.advanceTimersByTimeAsync(MINUTE)
    await rounds.stop()
    expect(onError).toHaveBeenCalledOnce()
    expect(report.mock.calls.flatMap(([{ failed: told }]) => told)).toEqual(failed)
  })
})
