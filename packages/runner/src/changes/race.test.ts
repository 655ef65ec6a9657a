// While a second thread swaps files, folders and links, nothing outside is ever read, written or listed.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { timesOf } from '../../../../scripts/chaos/sample.ts'
import { createTestWorkspaceHost } from '../../test/hosts/create-host.ts'
import { race, SWAPS, USES } from '../../test/hosts/race.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'

const ROUNDS = timesOf(1_000, 50)

describe.each(SWAPS)('while a $what is swapped', (swap) => {
  it.each(Object.keys(USES) as (keyof typeof USES)[])('%s never reaches what lies outside', { timeout: 120_000 }, async (use) => {
    const { done, refused, swaps } = await race(swap, use, ROUNDS)
    expect(done + refused).toBeGreaterThanOrEqual(ROUNDS)
    expect(swaps).toBeGreaterThan(10)
  })
})

/** Made between check and use, every time: what was checked is not what is there. */
const STEPS: Record<string, (place: TemporaryWorkspace) => void> = {
  'the file becomes a link out': (place) => {
    rmSync(place.at('a/b/file.md'))
    symlinkSync(place.at('../outside/file.md'), place.at('a/b/file.md'))
  },
  'the file becomes another file': (place) => {
    writeFileSync(place.at('a/b/next'), 'another')
    renameSync(place.at('a/b/next'), place.at('a/b/file.md'))
  },
  'its folder becomes a link out': (place) => {
    renameSync(place.at('a/b'), place.at('a/aside'))
    symlinkSync(place.at('../outside'), place.at('a/b'))
  },
  'its folder moves out': (place) => renameSync(place.at('a/b'), place.at('../outside/b')),
  'a folder further up becomes a link out': (place) => {
    mkdirSync(place.at('../outside/b'))
    renameSync(place.at('a'), place.at('aside'))
    symlinkSync(place.at('../outside'), place.at('a'))
  },
  'a folder further up moves out': (place) => renameSync(place.at('a'), place.at('../outside/a')),
}

describe('between the check and the use of a write', () => {
  it.each(Object.entries(STEPS))('%s: nothing is written anywhere', async (_, step) => {
    await using place = createTemporaryWorkspace({ 'a/b/file.md': 'inside', '../outside/file.md': 'outside' })
    const write = createTestWorkspaceHost(place).write('a/b/file.md', () => {
      step(place)
      return Buffer.from('written')
    })
    await expect(write).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    const written = readdirSync(place.at('..'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { parentPath, name } of written) expect(readFileSync(`${parentPath}/${name}`, 'utf8')).not.toBe('written')
    expect(written.map(({ name }) => name).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
