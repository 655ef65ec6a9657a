// What a rule hides: left out by every host that walks, covered in the sandbox, and held where it is.

import { symlinkSync, unlinkSync } from 'node:fs'
import type { Rule } from '@countersign/policy'
import { compileQuery } from '@countersign/tools'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestGitHost, createTestWorkspaceHost } from '../../test/hosts/create-host.ts'
import { initRepository, TEST_IDENTITY } from '../../test/hosts/git-repository.ts'
import { detectTestSandbox, runIn } from '../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { createLocationRules } from '../clearance/check-clearance.ts'
import type { LocationRules } from '../disk/names.ts'
import type { Sandbox } from '../sandbox/index.ts'

const LEDGER: Rule = {
  name: 'ledger',
  do: 'deny',
  paths: ['packages/ledger/**', '*.plan'],
  cover_high: false,
  why: 'it is private',
  examples: { match: [], no_match: [] },
}
const { signal } = new AbortController()
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await detectTestSandbox()
})

const rulesFor = (tool: string, rule = LEDGER): LocationRules => createLocationRules({ tool, rules: [rule] })

function makeWorkspace(): TemporaryWorkspace {
  const place = createTemporaryWorkspace({
    'packages/ledger/sums.ts': 'needle\n',
    'packages/other/a.ts': 'needle\n',
    'my.plan': 'needle\n',
  })
  place.link('node_modules/@acme/ledger', '../../packages/ledger')
  place.link('link.ts', 'packages/ledger/sums.ts')
  return place
}

const hostIn = ({ root, recorder }: TemporaryWorkspace, places: LocationRules) =>
  createTestWorkspaceHost({ root, recorder, sandbox, places })

const search = async ({ root }: TemporaryWorkspace, places: LocationRules, usesRipgrep: boolean) => {
  const query = compileQuery({ query: 'needle', regex: false, caseSensitive: true })
  const host = createTestWorkspaceHost({ root, places, sandbox: usesRipgrep ? sandbox : undefined })
  const { matches } = await host.search({ path: '.', pattern: '*', query, contextLines: 0, signal })
  return matches.map(({ path }) => path)
}

describe('what a deny names', () => {
  it.each([true, false])('is not found by a search, with and without ripgrep (%s)', async (usesRipgrep) => {
    await using place = makeWorkspace()
    expect(await search(place, rulesFor('search_in_project'), usesRipgrep)).toEqual(['packages/other/a.ts'])
    const writesOnly = rulesFor('search_in_project', { ...LEDGER, tools: ['write_file'] })
    expect(await search(place, writesOnly, usesRipgrep)).toEqual(['my.plan', 'packages/ledger/sums.ts', 'packages/other/a.ts'])
  })

  it('is not listed, neither itself nor by a link', async () => {
    await using place = makeWorkspace()
    const list = { path: '.', recursive: true, pattern: '*', maxEntries: 100, ignored: true } as never
    const { entries } = await hostIn(place, rulesFor('list_files')).list(list)
    expect(entries.map(({ path }) => path)).toEqual([
      'node_modules',
      'node_modules/@acme',
      'packages',
      'packages/other',
      'packages/other/a.ts',
    ])
  })

  it('is in no diff and no commit', async () => {
    await using place = makeWorkspace()
    initRepository(place.root)
    place.file('packages/ledger/sums.ts', 'changed\n')
    place.file('packages/other/a.ts', 'changed\n')
    const git = createTestGitHost({ root: place.root, sandbox, signal, identity: async () => TEST_IDENTITY, hidden: LEDGER.paths ?? [] })
    const { diff, leftOut } = await git.diff({ path: '.', staged: false, maxBytes: 1_000_000 })
    expect(diff).toContain('packages/other/a.ts')
    expect(diff).not.toContain('sums.ts')
    expect(leftOut).toEqual(['packages/ledger/sums.ts'])
    expect((await git.status('.')).entries.map(({ path }) => path)).toEqual(['packages/other/a.ts'])
    const { files } = await git.commit({ message: 'x', paths: ['packages'] })
    expect(files.map(({ path }) => path)).toEqual(['packages/other/a.ts'])
  })

  it('is neither moved, deleted nor looked at with a folder above it', async () => {
    await using place = makeWorkspace()
    const denied = { code: 'POLICY_DENIED', message: expect.stringContaining('it is private') }
    await expect(hostIn(place, rulesFor('move_file')).move({ from: 'packages', to: 'p', overwrite: false })).rejects.toMatchObject(denied)
    await expect(hostIn(place, rulesFor('delete_file')).remove({ path: 'packages', recursive: true })).rejects.toMatchObject(denied)
    await expect(hostIn(place, rulesFor('delete_file')).inspect('packages')).rejects.toMatchObject(denied)
    await expect(hostIn(place, rulesFor('read_file')).read('link.ts')).rejects.toMatchObject(denied)
  })

  it('is reached by no link that was swapped after the judgement', async () => {
    await using place = makeWorkspace()
    const host = hostIn(place, rulesFor('write_file'))
    unlinkSync(place.at('link.ts'))
    symlinkSync('packages/ledger/sums.ts', place.at('link.ts'))
    await expect(host.write('link.ts', () => Buffer.from('x'))).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })
})

describe('in the sandbox', () => {
  it('is covered, for commands that read and for those that write, and only while the rule holds', async (context) => {
    if (sandbox.isolation === 'none') return context.skip('there is no sandbox here')
    await using place = makeWorkspace()
    const hidden = rulesFor('execute_command').hidden
    for (const risk of ['LOW', 'MEDIUM'] as const) {
      const run = runIn({ sandbox, root: place.root, risk, hidden })
      expect((await run('grep', '-rl', 'needle', '.')).stdout).toBe('./packages/other/a.ts\n')
      expect((await run('cat', 'node_modules/@acme/ledger/sums.ts')).stdout).toBe('')
    }
    const { stdout } = await runIn({ sandbox, root: place.root, risk: 'LOW' })('grep', '-rl', 'needle', 'packages')
    expect(stdout.split('\n').sort()).toEqual(['', 'packages/ledger/sums.ts', 'packages/other/a.ts'])
  })
})
