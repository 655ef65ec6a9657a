// What an agent is told of folders that are hidden for another reason than their names.
import { printable, printableText } from '@countersign/policy'
import { Failure, noteLine, type Sentence, sentence } from '@countersign/protocol'
import { isInside, nameIn, shownName } from '../../disk/names.ts'
import type { HiddenFiles } from './hidden-files.ts'

const MAX_NAMES = 5

export function describeHidden({ crowded, folders, shown }: HiddenFiles): string {
  const names = [...crowded, ...folders.filter((name) => name.endsWith('/.git'))].map((name) => printableText(shownName(name)))
  const notes = [
    ...(shown ? [sentence('note.only-some-names', { count: shown.length })] : []),
    ...(names.length > 0 ? [describeNames(names)] : []),
  ]
  return notes.map(noteLine).join('')
}

function describeNames(all: readonly string[]): Sentence {
  const [names, count] = [all.slice(0, MAX_NAMES).join(', '), all.length - MAX_NAMES]
  return count > 0 ? sentence('note.content-hidden-and-more', { names, count }) : sentence('note.content-hidden', { names })
}

/** No command starts in a folder that it is not shown. */
export function checkShown({ folders, crowded, closed, shown }: HiddenFiles, root: string, cwd = root): void {
  const isIn = (name: string) => isInside(`${root}/${name}`, cwd)
  const isHidden = [...folders, ...crowded, ...closed].some(isIn) || (shown && cwd !== root && !shown.some(isIn))
  if (!isHidden) return
  const why = sentence('sandbox.folder-not-shown')
  throw new Failure('SENSITIVE_FILE', { subject: sentence('subject.with-why', { subject: printable(nameIn(root, cwd)), why }) })
}
