// What an agent is told of folders that are hidden for another reason than their names.
import { printable, printableText } from '@countersign/policy'
import { Failure, sentence } from '@countersign/protocol'
import { isInside, nameIn, shownName } from '../../disk/names.ts'
import type { HiddenFiles } from './hidden-files.ts'

const MAX_NAMES = 5

export function describeHidden({ crowded, folders, shown }: HiddenFiles): string {
  const names = [...crowded, ...folders.filter((name) => name.endsWith('/.git'))].map((name) => printableText(shownName(name)))
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return [
    ...(shown ? [`Commands see only ${shown.length} names of the topmost folder and make no new ones there: ${WHY}`] : []),
    ...(names.length > 0 ? [`Commands see no content of ${names.slice(0, MAX_NAMES).join(', ')}${more}: ${WHY}`] : []),
  ]
    .map((line) => `[countersign] ${line}.\n`)
    .join('')
}

const WHY = 'too many sensitive files or repositories to hide one by one'

/** No command starts in a folder that it is not shown. */
export function checkShown({ folders, crowded, closed, shown }: HiddenFiles, root: string, cwd = root): void {
  const isIn = (name: string) => isInside(`${root}/${name}`, cwd)
  const isHidden = [...folders, ...crowded, ...closed].some(isIn) || (shown && cwd !== root && !shown.some(isIn))
  if (!isHidden) return
  const why = sentence('sandbox.folder-not-shown')
  throw new Failure('SENSITIVE_FILE', { subject: sentence('subject.with-why', { subject: printable(nameIn(root, cwd)), why }) })
}
