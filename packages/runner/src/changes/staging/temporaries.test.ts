import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testProgram } from '../../../../../scripts/test-program.ts'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import { openTemporaries } from './stage-file.ts'

const PROGRAM = testProgram(new URL('../../../test/hosts/write-forever.ts', import.meta.url))
const NAME = '.countersign-0123456789abcdef.tmp'

const halfWritten = (place: TemporaryWorkspace) =>
  existsSync(place.at('deep')) ? readdirSync(place.at('deep')).filter((name) => name.endsWith('.tmp')) : []

it('what a killed process left half written is gone after the next start', async () => {
  await using place = createTemporaryWorkspace()
  const list = place.at('../list.jsonl')
  const child = spawn(process.execPath, [PROGRAM, place.root, list], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  // Killed in the middle of a write, which takes a few tries where the disk is fast.
  await expect.poll(() => halfWritten(place).length, { timeout: 15_000, interval: 1 }).toBe(1)
  child.kill('SIGKILL')
  await ended
  const left = halfWritten(place)
  using again = openTemporaries(list)
  expect(again.removed).toEqual(left.map((name) => place.at(`deep/${name}`)))
  expect(halfWritten(place)).toEqual([])
})

it('after a write nothing is left in the list, so that it does not grow', async () => {
  await using place = createTemporaryWorkspace()
  using temporaries = openTemporaries(place.at('../list.jsonl'))
  const host = createTestWorkspaceHost({ ...place, temporaries })
  await Promise.all(['a.md', 'b.md', 'c.md'].map((path) => host.write(path, () => Buffer.from('x'))))
  expect(readFileSync(place.at('../list.jsonl'), 'utf8')).toBe('')
})

it('nothing else is removed: not another name, not a folder, not behind a link, not what is not in the list', async () => {
  await using place = createTemporaryWorkspace({ 'a.md': '', [NAME]: '', [`other/${NAME}`]: '', 'half.md': '' })
  mkdirSync(place.at(`folder/${NAME}`), { recursive: true })
  place.link('linked', 'other')
  place.link(`links/${NAME}`, '../a.md')
  const named = ['a.md', `folder/${NAME}`, `linked/${NAME}`, `links/${NAME}`, `missing/${NAME}`].map((path) =>
    JSON.stringify(place.at(path)),
  )
  writeFileSync(place.at('../list.jsonl'), `${named.join('\n')}\nnot a line\n"${place.root}/${NAME}`)
  using temporaries = openTemporaries(place.at('../list.jsonl'))
  expect(temporaries.removed).toEqual([])
  for (const path of ['a.md', NAME, `other/${NAME}`, `folder/${NAME}`, `links/${NAME}`]) expect(existsSync(place.at(path))).toBe(true)
})
