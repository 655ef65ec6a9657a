// An open text meets what the disk holds now: the same, another, or nothing. It only says what is so; the person chooses.
import { Text } from '@codemirror/state'
import { readForm, writeForm } from '../editor/text-form.ts'
import type { TextDocument, Version } from './document.ts'
import type { ReadFile } from './read-document.ts'

const texts = new WeakMap<Version, Text>()

/** As the editor holds it. Kept, because every keystroke is compared with it. */
export function textOfVersion(version: Version): Text {
  const known = texts.get(version)
  if (known) return known
  const { form, text } = readForm(version.content)
  const made = Text.of(text.split(form.ends === 'mixed' ? '\n' : /\r\n?|\n/))
  texts.set(version, made)
  return made
}

/** What becomes of an open text when the disk holds this. */
export function reconcileWithDisk(document: TextDocument, file: ReadFile, mine: string): Partial<TextDocument> {
  if (file.kind === 'refused') {
    if (file.problem.code !== 'FILE_NOT_FOUND') return {}
    return { theirs: document.base === null ? undefined : null, isComparing: false }
  }
  const theirs = file.kind === 'text' && !file.isCut ? file.version : undefined
  if (!theirs) return {}
  if (theirs.digest === document.base?.digest) return { theirs: undefined, isComparing: false, ...settled(document) }
  // Both came to the same text: there is nothing to choose.
  if (theirs.content === writeForm(mine, document.form))
    return { base: theirs, theirs: undefined, isComparing: false, ...settled(document) }
  return { theirs }
}

const settled = ({ problem }: TextDocument): Partial<TextDocument> => (problem?.code === 'FILE_CHANGED' ? { problem: undefined } : {})
