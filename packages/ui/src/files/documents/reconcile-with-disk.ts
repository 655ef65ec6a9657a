// Compares an open text with the disk: the same, different, or deleted. It only states this; the person chooses.
import { Text } from '@codemirror/state'
import { readForm, writeForm } from '../editor/text-form.ts'
import type { TextDocument, Version } from './document.ts'
import type { ReadFile } from './read-document.ts'

const texts = new WeakMap<Version, Text>()

/** As the editor represents it. Cached, because every keystroke is compared with it. */
export function textOfVersion(version: Version): Text {
  const known = texts.get(version)
  if (known) return known
  const { form, text } = readForm(version.content)
  const made = Text.of(text.split(form.ends === 'mixed' ? '\n' : /\r\n?|\n/))
  texts.set(version, made)
  return made
}

/** What changes in an open document when the disk holds this file. */
export function reconcileWithDisk(document: TextDocument, file: ReadFile, mine: string): Partial<TextDocument> {
  if (file.kind === 'refused') {
    if (file.problem.code !== 'FILE_NOT_FOUND') return {}
    return { theirs: document.base === null ? undefined : null, isComparing: false }
  }
  const theirs = file.kind === 'text' && !file.isCut ? file.version : undefined
  if (!theirs) return {}
  if (theirs.digest === document.base?.digest) return { theirs: undefined, isComparing: false, ...settled(document) }
  // Both have the same text, so there is nothing to choose.
  if (theirs.content === writeForm(mine, document.form))
    return { base: theirs, theirs: undefined, isComparing: false, ...settled(document) }
  return { theirs }
}

const settled = ({ problem }: TextDocument): Partial<TextDocument> => (problem?.code === 'FILE_CHANGED' ? { problem: undefined } : {})
