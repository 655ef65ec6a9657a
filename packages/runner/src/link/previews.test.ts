// Previews for a server of an earlier version, which refuses fields that it does not know.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { startLinked } from '../../test/runner-fixture.ts'

const LONG = 'a line of a long file\n'.repeat(LIMITS.maxDiffBytes / 40)
const SHOWN = [
  ['the lines of a text', 'delete_file', { path: 'folder' }, { preview: { kind: 'text', text: expect.stringMatching(/^Deletes folder/) } }],
  ['the note of a diff', 'move_file', { from: 'a.txt', to: 'b.txt' }, { preview: { kind: 'diff' } }],
  ['the end of a long diff', 'write_file', { path: 'new.txt', content: LONG }, { preview: { kind: 'diff' } }],
  ['a failure', 'move_file', { from: 'missing.txt', to: 'b.txt' }, { error_code: 'FILE_NOT_FOUND' }],
] as const
const FORMS = /"(?:text_forms|note_form|cut_form|error_form)"/

test.each(SHOWN)('%s has its forms only where the server says that it takes them', async (_, tool, params, shown) => {
  for (const takesForms of [true, undefined]) {
    await using linked = await startLinked((server) => {
      server.takesForms = takesForms
    })
    const { server, place } = linked
    mkdirSync(join(place.workspace, 'folder'))
    await expect.poll(() => server.streams).toBe(1)
    server.send('tool.preview_request', server.makeCall({ tool, params, risk: 'MEDIUM' }))
    const previews = () => server.posted.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body)
    await expect.poll(previews).toHaveLength(1)
    expect(previews()[0]).toMatchObject(shown)
    expect(FORMS.test(JSON.stringify(previews()[0]))).toBe(takesForms === true)
  }
})
