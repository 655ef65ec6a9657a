// apply_patch on a real disk: broken and hostile patches leave every byte, mode and time as it was.

import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefused } from '@countersign/policy'
import { ERROR_CODES, Failure } from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import { expect, it } from 'vitest'
import { breakPatch, GIVEN } from '../../../tools/test/patches/broken-patches.ts'
import { createDice } from '../../../tools/test/patches/dice.ts'
import { createTestWorkspaceHost } from '../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { createResolver } from './index.ts'

const COUNT = 200

/** Everything in and beside the workspace that a patch could have touched. */
const snapshot = ({ at }: TemporaryWorkspace) =>
  readdirSync(at('.'), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const { mode, mtimeNs, ino } = lstatSync(path, { bigint: true })
      return { path, mode, mtimeNs, ino, content: lstatSync(path).isFile() ? readFileSync(path, 'hex') : undefined }
    })

/** The code and the sentence with which it is refused; undefined where it was applied. */
async function apply(place: TemporaryWorkspace, diff: string) {
  const tool = findTool('apply_patch')
  const { signal } = new AbortController()
  const judgement = tool?.judge({ diff }, { isolation: 'sandbox', resolve: createResolver(place.root) })
  if (!judgement || isRefused(judgement)) return judgement?.refusal
  try {
    await tool?.run?.({ diff }, { workspace: createTestWorkspaceHost(place), signal } as never)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

it('broken and hostile patches are refused and nothing is written', { timeout: 60_000 }, async () => {
  await using place = createTemporaryWorkspace(GIVEN)
  place.link('way-out.md', '../outside.md')
  place.file('../outside.md', 'eins\nzwei\ndrei\n')
  const before = snapshot(place)
  const dice = createDice(11)
  for (let nth = 0; nth < COUNT; nth++) {
    const diff = breakPatch(nth, dice)
    const refused = await apply(place, diff)
    expect(Object.keys(ERROR_CODES), diff).toContain(refused?.code)
    expect(refused?.message).toMatch(/^[A-Z].{10,}/)
  }
  expect(await apply(place, '--- a/way-out.md\n+++ b/way-out.md\n@@ -1,3 +1,3 @@\n eins\n-zwei\n+ZWEI\n drei\n')).toMatchObject({
    code: 'PATH_OUTSIDE_WORKSPACE',
  })
  expect(snapshot(place)).toEqual(before)
  expect(readFileSync(place.at('../outside.md'), 'utf8')).toBe('eins\nzwei\ndrei\n')
})
