import { expect, test } from 'vitest'
import type { TextDocument } from './document.ts'
import { type ReadFile, versionOf } from './read-document.ts'
import { reconcileWithDisk, textOfVersion } from './reconcile-with-disk.ts'

const base = versionOf('one\r\ntwo\r\n')

const document = (more: Partial<TextDocument> = {}): TextDocument => ({
  kind: 'text',
  path: 'a.txt',
  form: { hasMark: false, ends: 'CRLF' },
  size: 10,
  isCut: false,
  base,
  isDirty: false,
  isSaving: false,
  theirs: undefined,
  isComparing: false,
  problem: undefined,
  ...more,
})

const onDisk = (content: string): ReadFile => ({ kind: 'text', version: versionOf(content), size: content.length, isCut: false })
const refused = (code: string): ReadFile => ({ kind: 'refused', problem: { ok: false, code, error: '' } })

test('the same content is nothing to speak of, and ends what was said before', () => {
  const conflict = document({ theirs: versionOf('x'), problem: { ok: false, code: 'FILE_CHANGED', error: '' } })
  expect(reconcileWithDisk(conflict, onDisk(base.content), 'mine')).toEqual({ theirs: undefined, isComparing: false, problem: undefined })
})

test('another content is offered, and nothing of the text changes', () => {
  expect(reconcileWithDisk(document({ isDirty: true }), onDisk('other\n'), 'mine')).toEqual({ theirs: versionOf('other\n') })
})

test('a content that is what the person has written is no conflict', () => {
  expect(reconcileWithDisk(document(), onDisk('mine\r\n'), 'mine\n')).toMatchObject({ base: versionOf('mine\r\n'), theirs: undefined })
})

test('a file that is gone is told, unless it was never there', () => {
  expect(reconcileWithDisk(document(), refused('FILE_NOT_FOUND'), 'mine')).toMatchObject({ theirs: null })
  expect(reconcileWithDisk(document({ base: null }), refused('FILE_NOT_FOUND'), 'mine')).toMatchObject({ theirs: undefined })
})

test('a file that cannot be looked at now is left as it was', () => {
  expect(reconcileWithDisk(document(), refused('RUNNER_OFFLINE'), 'mine')).toEqual({})
})

test('a version is compared in the form that the editor holds', () => {
  expect(textOfVersion(base).toString()).toBe('one\ntwo\n')
  expect(textOfVersion(base)).toBe(textOfVersion(base))
})
